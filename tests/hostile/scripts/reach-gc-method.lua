-- expect: setmetatable is not supported in karmada
-- SPDX-License-Identifier: Apache-2.0
function InterpretHealth(o) setmetatable({}, {__gc = function() while true do end end}) end
