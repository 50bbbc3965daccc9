-- expect: context deadline exceeded
function InterpretHealth(o) for i = 1, math.huge do end end
