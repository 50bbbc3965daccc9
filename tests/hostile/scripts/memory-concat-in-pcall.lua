-- expect: out of memory | context deadline exceeded
-- SPDX-License-Identifier: Apache-2.0
function InterpretHealth(o) while true do local ok, e = pcall(function() local s = 'x' while true do s = s .. s end end) error(e, 0) end end
