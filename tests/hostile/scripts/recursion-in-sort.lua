-- expect: stack overflow
-- SPDX-License-Identifier: Apache-2.0
local function f() table.sort({3, 2, 1}, function(a, b) f() return a < b end) end
function InterpretHealth(o) f() end
