-- expect: inert
-- SPDX-License-Identifier: Apache-2.0
function InterpretHealth(o)
  for k in pairs(_G) do if k ~= 'error' and k ~= '_G' then _G[k] = nil end end
  error('inert', 0)
end
