-- expect: xxxxxxxx
-- SPDX-License-Identifier: Apache-2.0
function InterpretHealth(o) local s = 'x' for i = 1, 22 do s = s .. s end error(s) end
