-- expect: out of memory
function InterpretHealth(o)
  local big = 'x'
  for i = 1, 24 do big = big .. big end
  return table.concat({big, big, big, big, big, big})
end
