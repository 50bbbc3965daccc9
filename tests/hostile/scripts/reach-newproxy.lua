-- expect: newproxy is not supported in karmada
function InterpretHealth(o) return newproxy(true) end
