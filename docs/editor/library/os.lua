---@meta
-- SPDX-License-Identifier: Apache-2.0
-- Two functions of os are offered. What a script answers should depend on neither.

---@class oslib
os = {}

---@class osdate
---@field year integer
---@field month integer
---@field day integer
---@field hour? integer 12 when absent
---@field min? integer
---@field sec? integer
---@field wday? integer Sunday is 1
---@field yday? integer always 0
---@field isdst? boolean always false

---A time as text, or as a table for `*t`. `!` means UTC only where no time is given.
---@param format? string
---@param time? integer seconds since 1970
---@return string|osdate
function os.date(format, time) end

---Seconds since 1970, now or of a date in the local time zone.
---@param date? osdate
---@return integer
function os.time(date) end
