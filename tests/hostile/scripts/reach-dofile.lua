-- expect: dofile is not supported in karmada
function InterpretHealth(o) return dofile('/etc/passwd') end
