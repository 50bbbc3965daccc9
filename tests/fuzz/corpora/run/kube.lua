-- SPDX-License-Identifier: Apache-2.0
local kube = require('kube')
function F(o)
  local r = kube.accuratePodRequirements({spec = {containers = {{name = 'a', resources = {requests = {cpu = '1'}}}}}})
  local d = kube.getPodDependencies({spec = {serviceAccountName = o.s}}, nil)
  return r, d, kube.resourceAdd('1', '2Gi') .. kube.getResourceQuantity('300m')
end
