-- expect: context deadline exceeded
-- SPDX-License-Identifier: Apache-2.0
function InterpretHealth(o)
  local t = {}
  for i = 1, 1000000 do t[i] = 1000000 - i end
  while true do table.sort(t, function(a, b) return a > b end) end
end
