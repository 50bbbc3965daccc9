-- expect: loadlib is not supported
function InterpretHealth(o) return package.loadlib('libc.so.6', 'system') end
