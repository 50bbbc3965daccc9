-- expect: setfenv is not supported in karmada
function InterpretHealth(o) setfenv(0, {}) end
