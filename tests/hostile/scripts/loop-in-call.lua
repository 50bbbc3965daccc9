-- expect: context deadline exceeded
function InterpretHealth(o) while true do end end
