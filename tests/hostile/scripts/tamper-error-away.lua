-- expect: attempt to call a non-function object
function InterpretHealth(o) error = nil pcall = nil error('x') end
