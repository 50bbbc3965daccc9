-- expect: attempt to index a non-table object(nil) with key 'open'
function InterpretHealth(o) return io.open('/etc/passwd'):read('*a') end
