-- expect: out of memory | context deadline exceeded
-- SPDX-License-Identifier: Apache-2.0
function InterpretHealth(o) local s = 'x' while true do s = s .. s end end
