-- expect: print
-- either limit may come first
function InterpretHealth(o) while true do print(('x'):upper()) end end
