-- expect: exceeds the maximum allowed input string length 1000000
-- SPDX-License-Identifier: Apache-2.0
function InterpretHealth(o)
  local s = 'a'
  for i = 1, 20 do s = s .. s end
  return s:find('b')
end
