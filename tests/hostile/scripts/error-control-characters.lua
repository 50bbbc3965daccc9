-- expect: red
-- SPDX-License-Identifier: Apache-2.0
function InterpretHealth(o) error('\27[31mred\27[0m\7', 0) end
