-- expect: getmetatable is not supported in karmada
function InterpretHealth(o) getmetatable('').__index = function() return os end end
