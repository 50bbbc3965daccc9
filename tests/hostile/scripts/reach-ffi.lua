-- expect: module ffi not found
-- SPDX-License-Identifier: Apache-2.0
function InterpretHealth(o) return require('ffi').C.system('id') end
