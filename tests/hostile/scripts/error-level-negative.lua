-- expect: deep
-- SPDX-License-Identifier: Apache-2.0
function InterpretHealth(o) error('deep', -5) end
