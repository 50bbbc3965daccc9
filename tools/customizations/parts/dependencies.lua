-- SPDX-License-Identifier: Apache-2.0
-- Volumes with the claim in which the head keeps its state when that is stored in RocksDB.
local function stateVolumes(cluster)
  local claimName = at(cluster, "gcsFaultToleranceOptions", "storage", "claimName")
  if type(claimName) ~= "string" then
    return nil
  end
  return {{name = "state", persistentVolumeClaim = {claimName = claimName}}}
end

-- The options of a cluster refer to Secrets, ConfigMaps and claims in the words of a pod.
-- Written as a pod template they can be searched like one.
local function optionsAsTemplate(cluster)
  local credentials = {}
  for _, field in ipairs({"redisUsername", "redisPassword"}) do
    local source = at(cluster, "gcsFaultToleranceOptions", field, "valueFrom")
    credentials[#credentials + 1] = {name = field, valueFrom = source}
  end
  local autoscaler = {
    name = "autoscaler",
    env = at(cluster, "autoscalerOptions", "env"),
    envFrom = at(cluster, "autoscalerOptions", "envFrom"),
  }
  return {
    spec = {
      containers = {{name = "redis", env = credentials}, autoscaler},
      volumes = stateVolumes(cluster),
    },
  }
end

-- Secrets that a cluster names directly.
local function secretNames(cluster)
  local names = {}
  names[1] = at(cluster, "authOptions", "secretName")
  for _, tls in ipairs(listAt(at(cluster, "headGroupSpec", "ingressOptions"), "tls")) do
    names[#names + 1] = at(tls, "secretName")
  end
  return names
end

local function namespaceOf(object)
  local namespace = at(object, "metadata", "namespace")
  if type(namespace) ~= "string" or namespace == "" then
    return "default"
  end
  return namespace
end

local function byKindAndName(left, right)
  if left.kind ~= right.kind then
    return left.kind < right.kind
  end
  return left.name < right.name
end

-- What a pod template refers to; one that is no pod's refers to nothing.
local function referencesOf(template, namespace)
  local isPod, references = pcall(kube.getPodDependencies, template, namespace)
  if not isPod then
    return {}
  end
  return references or {}
end

-- What the pods and the options of a cluster refer to, each once, and in order: the search through a template
-- finds things in any.
local function clusterDependencies(object, cluster, submitterTemplate)
  local namespace = namespaceOf(object)
  local dependencies = {}
  local seen = {}
  local function add(kind, name)
    if type(name) ~= "string" or name == "" then
      return
    end
    local key = kind .. "/" .. name
    if not seen[key] then
      seen[key] = true
      dependencies[#dependencies + 1] =
        {apiVersion = "v1", kind = kind, namespace = namespace, name = name}
    end
  end
  local function addAll(template)
    for _, found in ipairs(referencesOf(template, namespace)) do
      add(found.kind, found.name)
    end
  end
  addAll(optionsAsTemplate(cluster))
  addAll(submitterTemplate)
  addAll(at(cluster, "headGroupSpec", "template"))
  for _, group in ipairs(listAt(cluster, "workerGroupSpecs")) do
    addAll(at(group, "template"))
  end
  for _, name in ipairs(secretNames(cluster)) do
    add("Secret", name)
  end
  table.sort(dependencies, byKindAndName)
  return dependencies
end
