-- expect: newproxy is not supported in karmada
-- SPDX-License-Identifier: Apache-2.0
function InterpretHealth(o) return newproxy(true) end
