-- expect: function: 0x
-- SPDX-License-Identifier: Apache-2.0
function InterpretHealth(o) error(print) end
