-- expect: inert
-- SPDX-License-Identifier: Apache-2.0
function InterpretHealth(o)
  for _, t in ipairs({-1e18, 1e18, 9.3e18, -9.3e18, 1e300, -1e300, 0 / 0, 1 / 0, -1 / 0, 0.5}) do
    pcall(os.date, '%c', t) pcall(os.date, '*t', t) pcall(os.date, '!%Y-%m-%dT%H:%M:%SZ', t)
  end
  error('inert', 0)
end
