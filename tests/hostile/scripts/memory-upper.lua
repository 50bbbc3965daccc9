-- expect: exceeds the maximum allowed input string length
-- SPDX-License-Identifier: Apache-2.0
function InterpretHealth(o) local s = 'x' while true do s = s .. s s:upper() end end
