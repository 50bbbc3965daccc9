-- SPDX-License-Identifier: Apache-2.0
-- The higher the rank, the worse the state: the worst of all members is what users see.
local DEPLOYMENT_STATUS_RANK = {
  [""] = 0,
  Initializing = 1,
  Waiting = 2,
  Suspending = 3,
  Suspended = 3,
  Retrying = 4,
  Running = 5,
  Complete = 6,
  ValidationFailed = 7,
  Failed = 8,
}

local JOB_STATUS_RANK = {
  [""] = 0,
  PENDING = 1,
  RUNNING = 2,
  SUCCEEDED = 3,
  STOPPED = 4,
  FAILED = 5,
}

-- The worst state that the members report in a field, nil when none does.
local function worst(reports, field, ranks)
  local state = nil
  for _, report in ipairs(reports) do
    local reported = report.status[field]
    if rank(reported, ranks) > rank(state, ranks) then
      state = reported
    end
  end
  return state
end
