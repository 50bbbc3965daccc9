-- expect: out of memory
-- SPDX-License-Identifier: Apache-2.0
function InterpretHealth(o) local s = 'x' while true do s = s .. s end end
