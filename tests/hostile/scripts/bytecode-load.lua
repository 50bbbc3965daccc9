-- expect: load is not supported in karmada
-- SPDX-License-Identifier: Apache-2.0
function InterpretHealth(o) return load(function() return '\27LJ' end)() end
