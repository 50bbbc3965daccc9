-- expect: attempt to index a non-table object(nil) with key 'getregistry'
-- SPDX-License-Identifier: Apache-2.0
function InterpretHealth(o) return debug.getregistry() end
