-- SPDX-License-Identifier: Apache-2.0
function F(o, p)
  local r = {z = 1, [o.s] = 2}
  for k, v in pairs(o) do r[k] = v end
  for i, v in ipairs(o.a) do table.insert(r, i, v) end
  r.k = next(r)
  r[1] = nil
  return r, #r, table.concat({1, 2, 0.5}, o.s)
end
