-- expect: attempt to call a non-function object
-- SPDX-License-Identifier: Apache-2.0
function InterpretHealth(o) return os.getenv('HOME') end
