-- expect: out of memory | context deadline exceeded
-- SPDX-License-Identifier: Apache-2.0
function InterpretHealth(o) local t = {} local n = 0 while true do n = n + 1 local i = n t[n] = function() return i end end end
