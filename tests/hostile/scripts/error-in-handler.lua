-- expect: handler
-- SPDX-License-Identifier: Apache-2.0
function InterpretHealth(o)
  local ok, e = xpcall(function() error('first') end, function() local x = nil .. 'y' end)
  error('handler: ' .. tostring(ok), 0)
end
