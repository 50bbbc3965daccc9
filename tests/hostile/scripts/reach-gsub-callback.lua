-- expect: string.gsub is not supported by Karmada
-- SPDX-License-Identifier: Apache-2.0
function InterpretHealth(o) return ('x'):gsub('.', function() while true do end end) end
