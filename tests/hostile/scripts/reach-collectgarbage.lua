-- expect: collectgarbage is not supported in karmada
function InterpretHealth(o) collectgarbage('stop') end
