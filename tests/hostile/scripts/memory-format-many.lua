-- expect: inert
-- SPDX-License-Identifier: Apache-2.0
function InterpretHealth(o)
  local f = '%1000000d'
  local ok = pcall(function() for i = 1, 4 do f = f .. f end return #string.format(f, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16) end)
  error('inert', 0)
end
