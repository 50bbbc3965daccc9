-- SPDX-License-Identifier: Apache-2.0
-- Names and types of what stubs define:  luajit names.lua STUB…
local libraries = {math = true, os = true, package = true, string = true, table = true}
local function tell(prefix, fields)
  for name, value in pairs(fields) do
    if prefix == "" and libraries[name] then
      tell(name .. ".", value)
    else
      print(prefix .. name .. " " .. type(value))
    end
  end
end
for _, path in ipairs(arg) do
  local stub = assert(loadfile(path))
  local globals = {}
  setfenv(stub, globals)
  local module = stub()
  tell("", globals)
  if module then
    tell(path:match("([^/]+)%.lua$") .. ".", module)
  end
end
