-- expect: out of memory | context deadline exceeded
-- SPDX-License-Identifier: Apache-2.0
function InterpretHealth(o) local t = {} for i = 1, 1e9 do t[i] = string.char(i % 256, i / 256 % 256, i / 65536 % 256) .. i end end
