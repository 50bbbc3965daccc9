-- expect: attempt to index a non-table object(nil) with key 'wrap'
-- SPDX-License-Identifier: Apache-2.0
function InterpretHealth(o) coroutine.wrap(function() while true do end end)() end
