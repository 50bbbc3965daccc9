-- expect: string.dump is not supported by Karmada
-- SPDX-License-Identifier: Apache-2.0
function InterpretHealth(o) return string.dump(InterpretHealth) end
