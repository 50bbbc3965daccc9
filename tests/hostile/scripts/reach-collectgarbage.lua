-- expect: collectgarbage is not supported in karmada
-- SPDX-License-Identifier: Apache-2.0
function InterpretHealth(o) collectgarbage('stop') end
