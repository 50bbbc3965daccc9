-- SPDX-License-Identifier: Apache-2.0
local function deep(n) return 1 + deep(n + 1) end
function F(o)
  local ok, e = pcall(deep, 1)
  local ok2, e2 = xpcall(function() return o.x.y end, function(m) error(m) end)
  local ok3, e3 = pcall(error, {o})
  assert(not ok and not ok2, e)
  while true do pcall(deep, 1) end
end
