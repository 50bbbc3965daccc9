-- expect: module /etc/passwd not found
-- SPDX-License-Identifier: Apache-2.0
function InterpretHealth(o) return require('/etc/passwd') end
