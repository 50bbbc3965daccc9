-- expect: context deadline exceeded
function InterpretHealth(o)
  local s = 'a'
  for i = 1, 15 do s = s .. s end
  for x in s:gmatch('.-.-.-.-.-b') do end
  return true
end
