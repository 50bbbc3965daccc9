-- expect: exceeds the maximum allowed input string length
function InterpretHealth(o) local s = 'x' while true do s = s .. s s:upper() end end
