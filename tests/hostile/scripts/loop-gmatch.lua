-- expect: context deadline exceeded
-- SPDX-License-Identifier: Apache-2.0
function InterpretHealth(o) while true do for w in ('a b c'):gmatch('%a+') do end end end
