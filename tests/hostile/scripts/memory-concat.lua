-- expect: out of memory
function InterpretHealth(o) local s = 'x' while true do s = s .. s end end
