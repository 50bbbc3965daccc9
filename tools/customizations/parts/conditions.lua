-- SPDX-License-Identifier: Apache-2.0
-- So many clusters are named in a message; it has to stay short, and a fleet is large.
local MAX_NAMED = 10

-- Of a condition that all members need, one that isn't True decides; of others, one that is.
local function weight(condition)
  if condition.status == "True" then
    return NEEDED_OF_ALL[condition.type] and 0 or 2
  elseif condition.status == "False" then
    return NEEDED_OF_ALL[condition.type] and 2 or 0
  end
  return 1
end

local function textOf(value)
  if type(value) ~= "string" then
    return ""
  end
  return value
end

local function explanation(clusterName, condition)
  local message = textOf(condition.message)
  if message == "" then
    return clusterName
  end
  return clusterName .. ": " .. message
end

-- Takes a member's condition into what is known of its type.
local function join(known, clusterName, condition)
  if known.condition == nil or weight(condition) > weight(known.condition) then
    known.condition = condition
    known.explanations = {}
    known.others = 0
    known.lastTransitionTime = ""
  elseif weight(condition) < weight(known.condition) then
    return
  end
  -- Kubernetes writes times in one form and one zone: the later one is the greater text.
  local time = textOf(condition.lastTransitionTime)
  if time > known.lastTransitionTime then
    known.lastTransitionTime = time
  end
  if #known.explanations < MAX_NAMED then
    known.explanations[#known.explanations + 1] = explanation(clusterName, condition)
  else
    known.others = known.others + 1
  end
end

local function joined(known)
  local message = table.concat(known.explanations, "; ")
  if known.others > 0 then
    message = message .. "; and " .. known.others .. " more"
  end
  local time = known.lastTransitionTime
  if time == "" then
    time = nil
  end
  return {
    type = known.condition.type,
    status = known.condition.status,
    reason = known.condition.reason,
    message = message,
    lastTransitionTime = time,
  }
end

-- The API server keys the list by type, so each type is there once. The message tells which clusters decided.
local function mergedConditions(reports)
  local types = {}
  local knownOf = {}
  for _, report in ipairs(reports) do
    for _, condition in ipairs(listAt(report.status, "conditions")) do
      local kind = at(condition, "type")
      if type(kind) == "string" then
        if knownOf[kind] == nil then
          knownOf[kind] = {}
          types[#types + 1] = kind
        end
        join(knownOf[kind], tostring(report.clusterName), condition)
      end
    end
  end
  table.sort(types)
  local merged = {}
  for _, kind in ipairs(types) do
    merged[#merged + 1] = joined(knownOf[kind])
  end
  return merged
end
