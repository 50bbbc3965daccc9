-- expect: unfinished capture at EOS
-- SPDX-License-Identifier: Apache-2.0
function InterpretHealth(o)
  local p = ''
  for i = 1, 64 do p = p .. '(' end
  return ('x'):find(p)
end
