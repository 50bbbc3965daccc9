-- expect: context deadline exceeded
-- SPDX-License-Identifier: Apache-2.0
function InterpretHealth(o)
  local s = 'a'
  for i = 1, 15 do s = s .. s end
  return s:match('(.-)(.-)(.-)(.-)b') ~= nil
end
