-- expect: out of memory | context deadline exceeded
-- SPDX-License-Identifier: Apache-2.0
function InterpretHealth(o) local i = 0 while true do i = i + 1 _G['g' .. i] = {i, i, i} end end
