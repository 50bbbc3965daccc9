-- expect: setmetatable is not supported in karmada
function InterpretHealth(o) setmetatable({}, {__gc = function() while true do end end}) end
