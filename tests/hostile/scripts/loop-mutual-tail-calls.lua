-- expect: context deadline exceeded
-- SPDX-License-Identifier: Apache-2.0
local a, b
function a() return b() end
function b() return a() end
function InterpretHealth(o) return a() end
