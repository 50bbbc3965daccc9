-- expect: context deadline exceeded
-- SPDX-License-Identifier: Apache-2.0
function InterpretHealth(o)
  local s = '('
  for i = 1, 19 do s = s .. s end
  while true do s:find('%b()') end
end
