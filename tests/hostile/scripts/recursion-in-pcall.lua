-- expect: stack overflow
-- SPDX-License-Identifier: Apache-2.0
local function f() local ok, e = pcall(f) if not ok then error(e, 0) end end
function InterpretHealth(o) f() end
