-- SPDX-License-Identifier: Apache-2.0
local function byCluster(left, right)
  return tostring(left.clusterName) < tostring(right.clusterName)
end

-- The items of those members that have reported a status. Their order decides between equals: it must
-- not depend on who reported first.
local function reportsOf(statusItems)
  local reports = {}
  for _, item in ipairs(statusItems or {}) do
    if type(item.status) == "table" then
      reports[#reports + 1] = item
    end
  end
  table.sort(reports, byCluster)
  return reports
end
