-- expect: InterpretHealth
-- SPDX-License-Identifier: Apache-2.0
-- whatever production's formatter makes of it, it ends and takes no memory to speak of
function InterpretHealth(o) local s = string.format('%999999999d', 1) error('InterpretHealth got ' .. #s, 0) end
