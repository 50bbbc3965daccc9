-- SPDX-License-Identifier: Apache-2.0
-- The value at a path of keys; nil as soon as a step is missing.
local function at(value, ...)
  for i = 1, select("#", ...) do
    if type(value) ~= "table" then
      return nil
    end
    value = value[select(i, ...)]
  end
  return value
end

local function listAt(value, key)
  local found = at(value, key)
  if type(found) ~= "table" then
    return {}
  end
  return found
end
