-- expect: setmetatable is not supported in karmada
function InterpretHealth(o) return tostring(setmetatable({}, {__tostring = function(t) return tostring(t) end})) end
