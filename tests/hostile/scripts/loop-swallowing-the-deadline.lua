-- expect: context deadline exceeded
-- SPDX-License-Identifier: Apache-2.0
function InterpretHealth(o)
  local ok = true
  repeat ok = pcall(function() while true do end end) until ok
  return true
end
