-- expect: context deadline exceeded
function InterpretHealth(o) return InterpretHealth(o) end
