-- expect: context deadline exceeded
function InterpretHealth(o) for i = 1, 1, 0 do end end
