-- expect: inert
-- SPDX-License-Identifier: Apache-2.0
function InterpretHealth(o)
  for _, y in ipairs({-1e18, 1e18, 1e300, 0 / 0, 1 / 0}) do
    pcall(os.time, {year = y, month = y, day = y, hour = y, min = y, sec = y})
  end
  error('inert', 0)
end
