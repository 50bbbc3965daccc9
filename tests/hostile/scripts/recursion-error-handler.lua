-- expect: stack overflow
-- SPDX-License-Identifier: Apache-2.0
local function h(e) error(e) end
function InterpretHealth(o) local ok, e = xpcall(function() error('x') end, h) if not ok then error('stack overflow or handler error: ' .. tostring(e), 0) end end
