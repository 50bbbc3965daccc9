-- expect: context deadline exceeded
function InterpretHealth(o) while true do for w in ('a b c'):gmatch('%a+') do end end end
