-- expect: overflow
function InterpretHealth(o) return unpack({}, 1, 1e8) end
