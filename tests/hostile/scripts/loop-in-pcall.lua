-- expect: context deadline exceeded
function InterpretHealth(o) while true do pcall(function() while true do end end) end end
