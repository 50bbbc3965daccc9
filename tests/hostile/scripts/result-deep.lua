-- expect: not bool
-- SPDX-License-Identifier: Apache-2.0
function InterpretHealth(o) local t = {} for i = 1, 100000 do t = {t} end return t end
