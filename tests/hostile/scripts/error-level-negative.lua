-- expect: deep
function InterpretHealth(o) error('deep', -5) end
