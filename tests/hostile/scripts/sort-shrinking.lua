-- expect: attempt to compare
-- SPDX-License-Identifier: Apache-2.0
function InterpretHealth(o)
  local t = {}
  for i = 1, 100 do t[i] = i end
  table.sort(t, function(a, b) for i = 1, 100 do t[i] = nil end return a < b end)
end
