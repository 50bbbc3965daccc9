-- expect: context deadline exceeded
function InterpretHealth(o) table.sort({1, 2, 3}, function() while true do end end) end
