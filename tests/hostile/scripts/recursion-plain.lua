-- expect: stack overflow
function InterpretHealth(o) return 1 + InterpretHealth(o) end
