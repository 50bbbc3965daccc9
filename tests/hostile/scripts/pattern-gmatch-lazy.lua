-- expect: context deadline exceeded
-- SPDX-License-Identifier: Apache-2.0
function InterpretHealth(o)
  local s = 'a'
  for i = 1, 15 do s = s .. s end
  for x in s:gmatch('.-.-.-.-.-b') do end
  return true
end
