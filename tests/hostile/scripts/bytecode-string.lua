-- expect: loadstring is not supported in karmada
-- SPDX-License-Identifier: Apache-2.0
function InterpretHealth(o) return loadstring('\27LJ\2')() end
