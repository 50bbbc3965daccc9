-- expect: context deadline exceeded
function InterpretHealth(o)
  local s = '('
  for i = 1, 19 do s = s .. s end
  while true do s:find('%b()') end
end
