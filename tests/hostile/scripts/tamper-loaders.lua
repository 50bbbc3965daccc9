-- expect: module x not found
-- SPDX-License-Identifier: Apache-2.0
function InterpretHealth(o) package.loaders = {} require('x') end
