-- expect: 42
-- SPDX-License-Identifier: Apache-2.0
function InterpretHealth(o) error(42) end
