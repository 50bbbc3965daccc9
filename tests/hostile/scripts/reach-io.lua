-- expect: attempt to index a non-table object(nil) with key 'open'
-- SPDX-License-Identifier: Apache-2.0
function InterpretHealth(o) return io.open('/etc/passwd'):read('*a') end
