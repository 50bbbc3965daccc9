-- expect: 42
function InterpretHealth(o) error(42) end
