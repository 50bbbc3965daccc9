-- expect: inert
-- SPDX-License-Identifier: Apache-2.0
function InterpretHealth(o)
  package.loaded.kube = {resourceAdd = function() return 'mine' end}
  package.loaded._G = nil
  package.loaded = nil
  error('inert', 0)
end
