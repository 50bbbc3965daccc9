-- expect: attempt to call a non-function object
function InterpretHealth(o) return os.remove('/tmp/x') end
