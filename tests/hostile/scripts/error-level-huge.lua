-- expect: deep
-- SPDX-License-Identifier: Apache-2.0
function InterpretHealth(o) error('deep', 1000000) end
