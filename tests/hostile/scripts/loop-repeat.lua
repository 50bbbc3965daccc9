-- expect: context deadline exceeded
function InterpretHealth(o) repeat until false end
