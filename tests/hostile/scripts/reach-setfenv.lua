-- expect: setfenv is not supported in karmada
-- SPDX-License-Identifier: Apache-2.0
function InterpretHealth(o) setfenv(0, {}) end
