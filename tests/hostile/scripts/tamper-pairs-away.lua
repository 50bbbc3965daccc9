-- expect: not bool
-- SPDX-License-Identifier: Apache-2.0
function InterpretHealth(o) pairs = nil next = nil type = nil return {a = 1} end
