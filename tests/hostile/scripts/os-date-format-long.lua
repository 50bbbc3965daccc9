-- expect: inert
-- SPDX-License-Identifier: Apache-2.0
function InterpretHealth(o)
  local f = '%c'
  for i = 1, 12 do f = f .. f end
  pcall(os.date, f, 0)
  error('inert', 0)
end
