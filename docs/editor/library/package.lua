---@meta
-- SPDX-License-Identifier: Apache-2.0
-- package.loadlib is refused and left out.

---@class packagelib
---@field loaded table<string, any> modules that were required
---@field loaders function[]
---@field preload table<string, function> has `kube`
package = {loaded = {}, loaders = {}, preload = {}}
