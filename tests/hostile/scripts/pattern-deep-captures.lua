-- expect: too many captures
function InterpretHealth(o)
  local p = ''
  for i = 1, 64 do p = p .. '(' end
  return ('x'):find(p)
end
