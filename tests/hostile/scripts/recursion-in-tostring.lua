-- expect: setmetatable is not supported in karmada
-- SPDX-License-Identifier: Apache-2.0
function InterpretHealth(o) return tostring(setmetatable({}, {__tostring = function(t) return tostring(t) end})) end
