-- expect: deep
function InterpretHealth(o) error('deep', 1000000) end
