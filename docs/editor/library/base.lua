---@meta
-- SPDX-License-Identifier: Apache-2.0
-- Global functions that production offers. What it refuses (setmetatable, load, rawget and others) is left out, so that
-- the editor marks it as undefined.

---`Lua 5.1`
---@type string
_VERSION = "Lua 5.1"

---`GopherLua 0.1`
---@type string
_GOPHER_LUA_VERSION = "GopherLua 0.1"

---Raises `message` with a position when `value` is false or nil; else returns all its arguments.
---@generic T
---@param value? T
---@param message? string only a text; another type is an error of its own
---@param ... any
---@return T
---@return any ...
function assert(value, message, ...) end

---Raises an error. A text gets the position of the script in front.
---@param message any
---@param level? integer 1: where `error` was called; 2: where its caller was called; 0: no position
function error(message, level) end

---Goes through a list: 1, 2, … up to the first nil.
---@generic V
---@param list table<any, V>
---@return fun(list: V[], i?: integer): integer, V
---@return V[] list
---@return integer start
function ipairs(list) end

---The next key and its value, in no certain order.
---@generic K, V
---@param map table<K, V>
---@param key? K
---@return K?
---@return V?
function next(map, key) end

---Goes through a table. The keys of what comes from JSON (every argument) are in another order each time: sort them
---before their order reaches a result.
---@generic K, V
---@param map table<K, V>
---@return fun(map: table<K, V>, key?: K): K, V
---@return table<K, V> map
---@return nil start
function pairs(map) end

---Calls a function. True and its results, or false and the error. It doesn't outlive the time limit.
---@param call function
---@param ... any
---@return boolean success
---@return any ... results, or the error
function pcall(call, ...) end

---As `pcall`; `handler` gets the error and says what is returned. Arguments aren't passed on.
---@param call function
---@param handler fun(message: any): any
---@return boolean success
---@return any ... results, or what the handler returned
function xpcall(call, handler) end

---Writes its arguments to standard output, tabs between them.
---@param ... any
function print(...) end

---Loads a module. There is one: `kube`.
---@param name string
---@return any
function require(name) end

---The arguments from the n-th on; with `"#"` how many there are.
---@param from integer|"#"
---@param ... any
---@return any ...
function select(from, ...) end

---A number, or nil when the text isn't one: `100m` and `1Gi` aren't, see `kube.getResourceQuantity`.
---@param value any
---@param base? integer
---@return number?
function tonumber(value, base) end

---@param value any
---@return string
function tostring(value) end

---@param value any
---@return "nil"|"boolean"|"number"|"string"|"function"|"userdata"|"thread"|"table"
function type(value) end

---The items of a list as values.
---@generic V
---@param list V[]
---@param from? integer 1 when absent
---@param to? integer the length when absent
---@return V ...
function unpack(list, from, to) end
