-- expect: inert
-- SPDX-License-Identifier: Apache-2.0
function InterpretHealth(o)
  string.__index = nil
  string.find = function() while false do end return 1 end
  tostring = nil
  error('inert', 0)
end
