-- expect: context deadline exceeded
-- SPDX-License-Identifier: Apache-2.0
function InterpretHealth(o) while true do xpcall(function() error('x') end, function() while true do end end) end end
