-- expect: context deadline exceeded
local a, b
function a() return b() end
function b() return a() end
function InterpretHealth(o) return a() end
