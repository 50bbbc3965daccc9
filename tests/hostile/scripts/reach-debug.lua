-- expect: attempt to index a non-table object(nil) with key 'getregistry'
function InterpretHealth(o) return debug.getregistry() end
