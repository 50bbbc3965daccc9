-- expect: unexpected EOS
-- SPDX-License-Identifier: Apache-2.0
function InterpretHealth(o) return ('x'):find('[a') end
