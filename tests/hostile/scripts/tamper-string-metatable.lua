-- expect: getmetatable is not supported in karmada
-- SPDX-License-Identifier: Apache-2.0
function InterpretHealth(o) getmetatable('').__index = function() return os end end
