-- expect: nil
-- SPDX-License-Identifier: Apache-2.0
function InterpretHealth(o) error(nil) end
