---@meta kube
-- SPDX-License-Identifier: Apache-2.0

---What `require("kube")` gives.
---@class kubelib
local kube = {}

---What a replica of the pod template asks for: the sum over containers, at least the most that an init container asks
---for, and the overhead; where it may run. Nil when the template says neither.
---@param template table `spec.template` of the object; not nil
---@return karmada.ReplicaRequirements?
function kube.accuratePodRequirements(template) end

---The ConfigMaps, Secrets, ServiceAccount and PersistentVolumeClaims that the pod template names; nil when there are none.
---@param template table `spec.template` of the object; not nil
---@param namespace string|nil `metadata.namespace` of the object; nil is `default`, but it has to be given
---@return karmada.DependentObjectReference[]?
function kube.getPodDependencies(template, namespace) end

---A quantity as a number: `300m` is 0.3, `1Ki` is 1024, nil is 0. Negative ones are an error. `m` is a thousandth, also
---where the object's own text means megabytes (Flink's `1024m`).
---@param quantity karmada.Quantity|nil one argument, which may be nil
---@return number
function kube.getResourceQuantity(quantity) end

---The exact sum of quantities, in the style of the first one that isn't zero. Nil counts as nothing, a number is an error.
---@param ... karmada.Quantity|nil
---@return karmada.Quantity
function kube.resourceAdd(...) end

return kube
