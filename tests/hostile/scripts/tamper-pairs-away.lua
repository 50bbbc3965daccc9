-- expect: not bool
function InterpretHealth(o) pairs = nil next = nil type = nil return {a = 1} end
