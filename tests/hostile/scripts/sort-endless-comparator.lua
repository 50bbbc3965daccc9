-- expect: context deadline exceeded
-- SPDX-License-Identifier: Apache-2.0
function InterpretHealth(o) table.sort({1, 2, 3}, function() while true do end end) end
