-- expect: context deadline exceeded
function InterpretHealth(o) for _ in function() return 1 end do end end
