-- SPDX-License-Identifier: Apache-2.0
-- The rank of a state that only a newer KubeRay knows: more than nothing, less than the rest.
local UNKNOWN_STATE_RANK = 0.5

local function rank(state, ranks)
  if type(state) ~= "string" then
    return 0
  end
  return ranks[state] or UNKNOWN_STATE_RANK
end
