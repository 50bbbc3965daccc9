-- SPDX-License-Identifier: Apache-2.0
-- Karmada's bound on the name of a component.
local MAX_NAME_LENGTH = 32

-- The largest number of replicas that Kubernetes can write down.
local MAX_REPLICAS = 2147483647

-- A number of pods or hosts; nil for what is none.
local function countAt(value, key)
  local found = at(value, key)
  if type(found) ~= "number" or found < 0 or found % 1 ~= 0 then
    return nil
  end
  return found
end

-- Eight hexadecimal digits that depend on nothing but the text. The numbers stay below 2^53,
-- where they are exact.
local function hash(text)
  local sum = 5381
  for i = 1, #text do
    sum = (sum * 33 + string.byte(text, i)) % 4294967296
  end
  return string.format("%08x", sum)
end

-- A long name keeps its start; the hash keeps apart those that start alike.
local function shortened(name)
  if #name <= MAX_NAME_LENGTH then
    return name
  end
  local suffix = "-" .. hash(name)
  local kept = MAX_NAME_LENGTH - #suffix
  -- A character of several bytes isn't cut in two.
  while string.byte(name, kept + 1) >= 128 and string.byte(name, kept + 1) < 192 do
    kept = kept - 1
  end
  return string.sub(name, 1, kept) .. suffix
end

-- Two groups may have one name, or be named as the head is: later ones are counted.
local function uniqueName(name, taken)
  local candidate = shortened(name)
  local count = 1
  while taken[candidate] do
    count = count + 1
    candidate = shortened(name .. "-" .. count)
  end
  taken[candidate] = true
  return candidate
end

local function groupName(group, position)
  local name = at(group, "groupName")
  if type(name) ~= "string" or name == "" then
    return "worker-" .. position
  end
  return name
end

-- The pods that KubeRay makes for a worker group: a replica is numOfHosts pods.
local function workerPods(group)
  if at(group, "suspend") == true then
    return 0
  end
  local replicas = countAt(group, "replicas") or 0
  local least = countAt(group, "minReplicas") or 0
  local most = countAt(group, "maxReplicas") or MAX_REPLICAS
  if replicas < least then
    replicas = least
  elseif replicas > most then
    replicas = most
  end
  local hosts = math.max(countAt(group, "numOfHosts") or 1, 1)
  return math.min(replicas * hosts, MAX_REPLICAS)
end

-- A template that is no pod's asks for nothing; the other groups are answered for all the same.
local function component(name, replicas, template)
  local isPod, requirements = pcall(kube.accuratePodRequirements, template)
  if not isPod then
    requirements = nil
  end
  return {name = name, replicas = replicas, replicaRequirements = requirements}
end

-- With the in-tree autoscaler, KubeRay puts one more container into the pod of the head, of this size unless
-- the options say otherwise.
local function autoscaler(cluster)
  if at(cluster, "enableInTreeAutoscaling") ~= true then
    return nil
  end
  local resources = at(cluster, "autoscalerOptions", "resources")
  return {name = "autoscaler", resources = resources or {requests = {cpu = "500m", memory = "512Mi"}}}
end

-- The pod of the head with what KubeRay adds to it; the object is this script's own copy.
local function headTemplate(cluster, submitter)
  local template = at(cluster, "headGroupSpec", "template")
  local containers = listAt(at(template, "spec"), "containers")
  containers[#containers + 1] = autoscaler(cluster)
  containers[#containers + 1] = submitter
  return template
end

-- The head and the worker groups of a cluster. A suspended cluster has no pods. The submitter is the container
-- that a job in sidecar mode adds to the head, or nil.
local function clusterComponents(cluster, submitter)
  local components = {}
  local taken = {}
  if at(cluster, "suspend") == true then
    return components
  end
  if type(at(cluster, "headGroupSpec")) == "table" then
    components[1] = component(uniqueName("ray-head", taken), 1, headTemplate(cluster, submitter))
  end
  for position, group in ipairs(listAt(cluster, "workerGroupSpecs")) do
    local name = uniqueName(groupName(group, position), taken)
    components[#components + 1] = component(name, workerPods(group), at(group, "template"))
  end
  return components
end
