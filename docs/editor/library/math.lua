---@meta
-- SPDX-License-Identifier: Apache-2.0
-- Numbers are doubles; parameters also take texts that are numbers.

---@class mathlib
math = {}

---The greatest number there is (1.7976931348623157e+308), not infinity.
---@type number
math.huge = 1.7976931348623157e+308

---@type number
math.pi = 3.141592653589793

---The amount without its sign.
---@param x number|string
---@return number
function math.abs(x) end

---@param x number|string
---@return number
function math.acos(x) end

---@param x number|string
---@return number
function math.asin(x) end

---@param x number|string
---@return number
function math.atan(x) end

---The angle of the point `x`, `y`.
---@param y number|string
---@param x number|string
---@return number
function math.atan2(y, x) end

---The least whole number that isn't less.
---@param x number|string
---@return number
function math.ceil(x) end

---Angles are in radians.
---@param x number|string
---@return number
function math.cos(x) end

---@param x number|string
---@return number
function math.cosh(x) end

---Radians as degrees.
---@param x number|string
---@return number
function math.deg(x) end

---@param x number|string
---@return number
function math.exp(x) end

---The greatest whole number that isn't more.
---@param x number|string
---@return number
function math.floor(x) end

---The remainder, with the sign of `x`.
---@param x number|string
---@param y number|string
---@return number
function math.fmod(x, y) end

---Mantissa and exponent to the base of 2.
---@param x number|string
---@return number
---@return integer
function math.frexp(x) end

---`x` times 2 to the power of `exponent`.
---@param x number|string
---@param exponent integer
---@return number
function math.ldexp(x, exponent) end

---The natural logarithm; a second argument is ignored.
---@param x number|string
---@return number
function math.log(x) end

---@param x number|string
---@return number
function math.log10(x) end

---The greatest; at least one argument is needed.
---@param x number|string
---@param ... number|string
---@return number
function math.max(x, ...) end

---The least; at least one argument is needed.
---@param x number|string
---@param ... number|string
---@return number
function math.min(x, ...) end

---The remainder, as `x % y`.
---@param x number|string
---@param y number|string
---@return number
function math.mod(x, y) end

---The whole and the broken part.
---@param x number|string
---@return number
---@return number
function math.modf(x) end

---@param x number|string
---@param y number|string
---@return number
function math.pow(x, y) end

---Degrees as radians.
---@param x number|string
---@return number
function math.rad(x) end

---Chance. The same object should always get the same answer: don't.
---@param from? integer
---@param to? integer
---@return number
function math.random(from, to) end

---@param x number|string
function math.randomseed(x) end

---Angles are in radians.
---@param x number|string
---@return number
function math.sin(x) end

---@param x number|string
---@return number
function math.sinh(x) end

---@param x number|string
---@return number
function math.sqrt(x) end

---Angles are in radians.
---@param x number|string
---@return number
function math.tan(x) end

---@param x number|string
---@return number
function math.tanh(x) end
