-- expect: context deadline exceeded
function InterpretHealth(o) while true do xpcall(function() error('x') end, function() while true do end end) end end
