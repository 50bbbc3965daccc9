-- expect: handler
function InterpretHealth(o)
  local ok, e = xpcall(function() error('first') end, function() local x = nil .. 'y' end)
  error('handler: ' .. tostring(ok), 0)
end
