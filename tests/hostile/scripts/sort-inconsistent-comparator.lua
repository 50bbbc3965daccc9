-- expect: context deadline exceeded
-- SPDX-License-Identifier: Apache-2.0
function InterpretHealth(o)
  local t = {}
  for i = 1, 2000 do t[i] = i end
  while true do table.sort(t, function(a, b) return true end) end
end
