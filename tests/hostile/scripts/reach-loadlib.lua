-- expect: loadlib is not supported
-- SPDX-License-Identifier: Apache-2.0
function InterpretHealth(o) return package.loadlib('libc.so.6', 'system') end
