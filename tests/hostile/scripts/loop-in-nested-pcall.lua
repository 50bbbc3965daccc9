-- expect: context deadline exceeded
-- SPDX-License-Identifier: Apache-2.0
local function deep(n) if n == 0 then while true do end end return pcall(deep, n - 1) end
function InterpretHealth(o) while true do deep(20) end end
