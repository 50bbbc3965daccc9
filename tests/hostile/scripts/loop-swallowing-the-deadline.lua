-- expect: context deadline exceeded
function InterpretHealth(o)
  local ok = true
  repeat ok = pcall(function() while true do end end) until ok
  return true
end
