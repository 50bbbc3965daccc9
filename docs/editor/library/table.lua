---@meta
-- SPDX-License-Identifier: Apache-2.0

---@class tablelib
table = {}

---The texts of a list as one.
---@param list (string|number)[]
---@param separator? string
---@param from? integer
---@param to? integer
---@return string
function table.concat(list, separator, from, to) end

---The length, as `#list`.
---@param list table
---@return integer
function table.getn(list) end

---`insert(list, value)` appends; `insert(list, position, value)` moves what follows up.
---@generic V
---@param list V[]
---@param position integer
---@param value V
---@overload fun(list: any[], value: any)
function table.insert(list, position, value) end

---The greatest place in the list that isn't nil.
---@param list table
---@return integer
function table.maxn(list) end

---Takes out the item at `position` (by default the last) and returns it.
---@generic V
---@param list V[]
---@param position? integer
---@return V?
function table.remove(list, position) end

---Sorts a list in place. Equal items may change places.
---@generic V
---@param list V[]
---@param less? fun(a: V, b: V): boolean leave it out rather than giving nil
function table.sort(list, less) end
