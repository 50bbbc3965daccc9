-- expect: out of memory | context deadline exceeded
-- SPDX-License-Identifier: Apache-2.0
function InterpretHealth(o)
  local big = 'x'
  for i = 1, 24 do big = big .. big end
  return table.concat({big, big, big, big, big, big})
end
