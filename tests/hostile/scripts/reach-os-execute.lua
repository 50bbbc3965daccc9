-- expect: attempt to call a non-function object
function InterpretHealth(o) os.execute('touch /tmp/rjinterp-was-here') end
