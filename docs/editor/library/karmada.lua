---@meta
-- SPDX-License-Identifier: Apache-2.0
-- Arguments and results of the functions in a customization. Write them above your own functions:
--
--     ---@param object karmada.Object
--     ---@return integer replicas
--     ---@return karmada.ReplicaRequirements? requirements
--     function GetReplicas(object)

---An amount as text: `500m`, `2`, `1Gi`. Compare and add it through kube, never with `<` or `+`.
---@alias karmada.Quantity string

---Metadata of an object. All but the name may be absent.
---@class karmada.Metadata
---@field name string
---@field namespace? string
---@field labels? table<string, string>
---@field annotations? table<string, string>
---@field generation? integer
---@field resourceVersion? string
---@field uid? string
---@field finalizers? string[]
---@field [string] any

---An object of the customization's kind. Every field but these may be absent; an empty list and an empty map look alike.
---@class karmada.Object
---@field apiVersion string
---@field kind string
---@field metadata karmada.Metadata
---@field spec? table<string, any>
---@field status? table<string, any>
---@field [string] any

---What a member cluster reported.
---@class karmada.AggregatedStatusItem
---@field clusterName string
---@field status? table<string, any> what ReflectStatus picked
---@field applied? true
---@field appliedMessage? string
---@field health? "Healthy"|"Unhealthy"|"Unknown"

---@class karmada.NodeSelectorRequirement
---@field key string
---@field operator "In"|"NotIn"|"Exists"|"DoesNotExist"|"Gt"|"Lt"
---@field values? string[]

---@class karmada.NodeSelectorTerm
---@field matchExpressions? karmada.NodeSelectorRequirement[]
---@field matchFields? karmada.NodeSelectorRequirement[]

---@class karmada.NodeSelector
---@field nodeSelectorTerms karmada.NodeSelectorTerm[]

---@class karmada.Toleration
---@field key? string
---@field operator? "Equal"|"Exists"
---@field value? string
---@field effect? "NoSchedule"|"PreferNoSchedule"|"NoExecute"
---@field tolerationSeconds? integer

---Where a replica may run.
---@class karmada.NodeClaim
---@field hardNodeAffinity? karmada.NodeSelector
---@field nodeSelector? table<string, string>
---@field tolerations? karmada.Toleration[]

---What each replica of a component needs.
---@class karmada.ComponentReplicaRequirements
---@field nodeClaim? karmada.NodeClaim
---@field resourceRequest? table<string, karmada.Quantity>
---@field priorityClassName? string

---What each replica needs.
---@class karmada.ReplicaRequirements : karmada.ComponentReplicaRequirements
---@field namespace? string

---@class karmada.Component
---@field name string unique, at most 32 characters
---@field replicas integer
---@field replicaRequirements? karmada.ComponentReplicaRequirements

---@class karmada.LabelSelectorRequirement
---@field key string
---@field operator "In"|"NotIn"|"Exists"|"DoesNotExist"
---@field values? string[] for In and NotIn only

---@class karmada.LabelSelector
---@field matchLabels? table<string, string>
---@field matchExpressions? karmada.LabelSelectorRequirement[]

---An object that has to follow into member clusters: it has a name or a selector.
---@class karmada.DependentObjectReference
---@field apiVersion string
---@field kind string
---@field namespace? string
---@field name? string
---@field labelSelector? karmada.LabelSelector

---@alias karmada.Retain fun(desiredObj: karmada.Object, observedObj: karmada.Object): karmada.Object
---@alias karmada.GetReplicas fun(obj: karmada.Object): integer, karmada.ReplicaRequirements?
---@alias karmada.GetComponents fun(obj: karmada.Object): karmada.Component[]?
---@alias karmada.ReviseReplica fun(obj: karmada.Object, desiredReplica: integer): karmada.Object
---@alias karmada.ReflectStatus fun(obj: karmada.Object): table
---@alias karmada.AggregateStatus fun(obj: karmada.Object, statusItems: karmada.AggregatedStatusItem[]?): karmada.Object
---@alias karmada.InterpretHealth fun(obj: karmada.Object): boolean
---@alias karmada.GetDependencies fun(obj: karmada.Object): karmada.DependentObjectReference[]
