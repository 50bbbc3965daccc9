-- expect: attempt to call a non-function object
-- SPDX-License-Identifier: Apache-2.0
function InterpretHealth(o) os.execute('touch /tmp/rjinterp-was-here') end
