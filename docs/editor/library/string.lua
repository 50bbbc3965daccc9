---@meta
-- SPDX-License-Identifier: Apache-2.0
-- Production's string library. gsub, rep and dump are refused and left out. Texts and patterns may have up to 1,000,000
-- bytes. Patterns know neither %f nor %g.

---@class stringlib
string = {}

---The functions, again: what is called as `text:name()` is looked up here.
string.__index = string

---Bytes as numbers. Without positions all of them, not the first one alone.
---@param text string|number
---@param from? integer
---@param to? integer
---@return integer ...
function string.byte(text, from, to) end

---@param ... integer bytes, modulo 256
---@return string
function string.char(...) end

---The first place where the pattern is found, and its captures; nil where it isn't. A plain search takes four arguments.
---@param text string|number
---@param pattern string|number
---@param from? integer
---@param plain? boolean
---@return integer? first
---@return integer? last
---@return any ... captures
function string.find(text, pattern, from, plain) end

---Go's formatter: `%d` cuts to a whole number, `%s` is for texts, numbers, booleans and nil, `%q` quotes as Go does.
---@param format string|number
---@param ... any
---@return string
function string.format(format, ...) end

---All matches, for the head of a `for` only: the iterator can't be called by itself.
---@param text string|number
---@param pattern string|number
---@return fun(...): ...
---@return userdata state
function string.gmatch(text, pattern) end

---An older name of `gmatch`.
---@param text string|number
---@param pattern string|number
---@return fun(...): ...
---@return userdata state
function string.gfind(text, pattern) end

---@param text string|number
---@return integer bytes
function string.len(text) end

---@param text string|number
---@return string
function string.lower(text) end

---The captures of the first match, or the whole match. Without a match there is no value at all: put it into a local
---before it becomes an argument (`tostring(text:match(p))` fails).
---@param text string|number
---@param pattern string|number
---@param from? integer
---@return any ...
function string.match(text, pattern, from) end

---@param text string|number
---@return string
function string.reverse(text) end

---A part; negative positions count from the end.
---@param text string|number
---@param from integer
---@param to? integer
---@return string
function string.sub(text, from, to) end

---@param text string|number
---@return string
function string.upper(text) end
