-- expect: prints more than the limit | context deadline exceeded
-- SPDX-License-Identifier: Apache-2.0
-- either limit may come first
function InterpretHealth(o) while true do print(('x'):upper()) end end
