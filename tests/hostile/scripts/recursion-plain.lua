-- expect: stack overflow
-- SPDX-License-Identifier: Apache-2.0
function InterpretHealth(o) return 1 + InterpretHealth(o) end
