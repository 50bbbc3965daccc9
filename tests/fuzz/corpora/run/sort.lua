-- SPDX-License-Identifier: Apache-2.0
function F(o)
  local t = {5, 3, 'a', 1}
  pcall(table.sort, t)
  table.sort(o.a, function(a, b) return tostring(a) < tostring(b) end)
  local s = string.format('%5.2f|%q|%x', 1.5, o.s, 255)
  for w in s:gmatch('%w+') do t[#t + 1] = w:upper() end
  return t, select('#', unpack(t)), os.date('*t', 86400).year
end
