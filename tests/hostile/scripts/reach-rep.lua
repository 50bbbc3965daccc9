-- expect: string.rep is not supported by Karmada
-- SPDX-License-Identifier: Apache-2.0
function InterpretHealth(o) return ('x'):rep(1e9) end
