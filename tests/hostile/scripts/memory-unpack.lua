-- expect: overflow
-- SPDX-License-Identifier: Apache-2.0
function InterpretHealth(o) return unpack({}, 1, 1e8) end
