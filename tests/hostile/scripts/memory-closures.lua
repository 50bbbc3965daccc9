-- expect: out of memory
function InterpretHealth(o) local t = {} local n = 0 while true do n = n + 1 local i = n t[n] = function() return i end end end
