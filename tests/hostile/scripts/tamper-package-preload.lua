-- expect: inert
-- SPDX-License-Identifier: Apache-2.0
function InterpretHealth(o)
  package.preload.evil = function(n) return {name = n} end
  assert(require('evil').name == 'evil')
  error('inert', 0)
end
