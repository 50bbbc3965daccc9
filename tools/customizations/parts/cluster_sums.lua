-- SPDX-License-Identifier: Apache-2.0
-- No state at all is less good than ready.
local CLUSTER_STATE_RANK = {
  ready = 0,
  [""] = 1,
  suspended = 2,
  failed = 3,
}

-- A state that only a newer KubeRay knows says more than none.
local UNKNOWN_CLUSTER_STATE_RANK = 1.5

-- KubeRay leaves out counts that are 0.
local function sumOfCounts(statuses, field)
  local sum = 0
  for _, status in ipairs(statuses) do
    local count = status[field]
    if type(count) == "number" then
      sum = sum + count
    end
  end
  return sum
end

-- What isn't a quantity isn't counted.
local function sumOfQuantities(statuses, field)
  local sum = "0"
  for _, status in ipairs(statuses) do
    local quantity = status[field]
    if quantity ~= nil then
      local isQuantity, more = pcall(kube.resourceAdd, sum, tostring(quantity))
      if isQuantity then
        sum = more
      end
    end
  end
  return sum
end

local function clusterStateRank(state)
  return CLUSTER_STATE_RANK[state] or UNKNOWN_CLUSTER_STATE_RANK
end

-- Ready only when every member is; else the worst that a member says, if it says anything.
local function clusterState(statuses)
  local state = "ready"
  for _, status in ipairs(statuses) do
    local reported = status.state
    if type(reported) ~= "string" then
      reported = ""
    end
    if clusterStateRank(reported) > clusterStateRank(state) then
      state = reported
    end
  end
  if state == "" then
    return nil
  end
  return state
end

-- The statuses of several clusters of Ray as one.
local function clusterSums(statuses)
  return {
    availableWorkerReplicas = sumOfCounts(statuses, "availableWorkerReplicas"),
    desiredCPU = sumOfQuantities(statuses, "desiredCPU"),
    desiredGPU = sumOfQuantities(statuses, "desiredGPU"),
    desiredMemory = sumOfQuantities(statuses, "desiredMemory"),
    desiredTPU = sumOfQuantities(statuses, "desiredTPU"),
    desiredWorkerReplicas = sumOfCounts(statuses, "desiredWorkerReplicas"),
    maxWorkerReplicas = sumOfCounts(statuses, "maxWorkerReplicas"),
    minWorkerReplicas = sumOfCounts(statuses, "minWorkerReplicas"),
    readyWorkerReplicas = sumOfCounts(statuses, "readyWorkerReplicas"),
    state = clusterState(statuses),
  }
end
