-- expect: module jit not found
-- SPDX-License-Identifier: Apache-2.0
function InterpretHealth(o) return require('jit') end
