-- SPDX-License-Identifier: Apache-2.0
-- See tricks.py.  First RJ105: paths without a result.
--# health -
function InterpretHealth(o)
  local i = 0
  repeat
    i = i + 1
    if o.kind == tostring(i) then return true end
  until false
end
--# health RJ105:8
function InterpretHealth(o)
  local i = 0
  repeat
    i = i + 1
    if o.kind == tostring(i) then return true end
    if i > 10 then break end
  until false
end
--# health -
function InterpretHealth(o)
  repeat
    return o.kind ~= nil
  until true
end
--# health -
function InterpretHealth(o)
  while 1 do
    if o.kind then return true end
  end
end
--# health RJ105:6
function InterpretHealth(o)
  while true do
    for _, c in ipairs(o.spec) do if c then return true end end
    if o.kind then break end
  end
end
--# health -
function InterpretHealth(o)
  while true do
    for _, c in ipairs(o.spec) do if c then break end end
    if o.kind then return true end
  end
end
--# health -
local function fail(why)
  error("bad object: " .. why)
end
function InterpretHealth(o)
  if o.kind then return true else fail("no kind") end
end
--# health RJ105:6
local function fail(why)
  if why ~= "" then error(why) end
end
function InterpretHealth(o)
  if o.kind then return true else fail("no kind") end
end
--# health -
local function stop() error("stop") end
local function fail(hard) if hard then stop() else error("no") end end
function InterpretHealth(o)
  if o.kind then return true end
  fail(o)
end
--# health RJ105:7
local fail = function() error("no") end
if fail then fail = print end
function InterpretHealth(o)
  if o.kind then return true end
  fail(o)
  print(o)
end
--# health -
function InterpretHealth(o)
  if o.kind then return true end
  assert(false, "no kind")
end
--# health RJ105:3
function InterpretHealth(o)
  if o.kind == nil then
    return nil
  end
  return true
end
--# health RJ105:2,RJ105:3
function InterpretHealth(o)
  if o.kind == nil then return end
  if o.kind == "x" then return nil end
  return true
end
--# components -
function GetComponents(o)
  if o.kind == nil then return nil end
  if o.kind == "x" then return end
  return {}
end
--# replicas -
function GetReplicas(o)
  if o.kind == nil then return 0, nil end
  return 1
end
--# replicas RJ105:2,RJ115:3
function GetReplicas(o)
  if o.kind == nil then return nil, {} end
  if o.kind == "x" then return "1", {} end
  return tonumber(o.kind), nil
end
--# replicas RJ115:2,RJ115:3
function GetReplicas(o)
  if o.kind == "x" then return 1, "cpu" end
  return o.kind == "y", nil
end
--# health RJ115:2,RJ115:3,RJ115:4
function InterpretHealth(o)
  if o.kind == "x" then return 1 end
  if o.kind == "y" then return {} end
  return tostring(o.kind == "z")
end
--# health -
function InterpretHealth(o)
  if o.kind == "x" then return not o.spec end
  if o.kind == "y" then return (o.kind == o.name) end
  return false
end
--# status RJ105:3
function ReflectStatus(o)
  local status = o.status
  if status == nil then return nil end
  return status
end
--# dependencies RJ115:2
function GetDependencies(o)
  if o.kind == "x" then return "none" end
  return {}
end
--# aggregate -
function AggregateStatus(o, items)
  local function first() for _, item in ipairs(items) do return item end end
  local f = first()
  if f == nil then return o end
  o.kind = f.clusterName
  return o
end
--# health -
function InterpretHealth(o)
  if o.kind then
    goto good
  end
  do return false end
  ::good::
  return true
end
--# health RJ105:7
function InterpretHealth(o)
  if o.kind then
    goto bad
  end
  do return false end
  ::bad::
end
--# health -
function InterpretHealth(o)
  if true then
    return o.kind ~= nil
  end
end
--# health RJ105:5
function InterpretHealth(o)
  for _, c in ipairs(o.spec) do
    return c ~= nil
  end
end
--# health -
function InterpretHealth(o)
  if o.kind == "x" then
    return true
  elseif o.kind == "y" then
    error("y")
  else
    do return false end
  end
end
--# health RJ105:7
function InterpretHealth(o)
  if o.kind == "x" then
    return true
  elseif o.kind == "y" then
    return false
  end
end
--# health -
function InterpretHealth(o)
  local ok, result = pcall(function() return o.status.ready end)
  return ok and result == true
end
--# health RJ120:2
function InterpretHealth(o)
  return o.status and o.status.ready == true
end
--# health RJ120:3
function InterpretHealth(o)
  local status = o.status
  return status and status.ready == true and o.kind ~= nil
end
--# health -
function InterpretHealth(o)
  return o.status and o.status.ready == true or false
end
--# health -
function InterpretHealth(o)
  return not not (o.status and o.status.ready)
end
--# health -
function InterpretHealth(o)
  if not o.status then return false end
  return o.status and o.status.ready == true
end
--# status RJ120:2
function ReflectStatus(o)
  return o.status
end
--# status -
function ReflectStatus(o)
  return o.status or {}
end
--# dependencies RJ120:3
local kube = require("kube")
function GetDependencies(o)
  return kube.getPodDependencies(o.spec.template, o.metadata.namespace)
end
--# health RJ106:2
function InterpretHealth(o)
  return (o.status or {}).sync.done == true
end
--# health -
function InterpretHealth(o)
  return ((o.status or {}).sync or {}).done == true
end
--# health RJ106:3
function InterpretHealth(o)
  local sync = o.status and o.status.sync
  return sync.done == true
end
--# health -
function InterpretHealth(o)
  local sync = o.status and o.status.sync
  return sync ~= nil and sync.done == true
end
--# health RJ106:3
function InterpretHealth(o)
  local status = o.status or {}
  return status.sync.done == true
end
--# aggregate RJ106:3
function AggregateStatus(o, items)
  for i = 1, #items do
    o.kind = items[i].status.kind
  end
  return o
end
--# aggregate -
function AggregateStatus(o, items)
  for i = 1, #items do
    if items[i].status ~= nil then
      o.kind = items[i].status.kind
    end
  end
  return o
end
--# aggregate RJ106:4
function AggregateStatus(o, items)
  if #items == 0 then return o end
  local first = items[1]
  o.kind = first.status.kind
  return o
end
--# aggregate -
function AggregateStatus(o, items)
  for _, item in ipairs(items) do
    local status = item.status
    if status ~= nil then o.kind = status.kind end
  end
  return o
end
--# aggregate -
function AggregateStatus(o, items)
  for _, item in ipairs(items) do
    if item.status == nil then
      goto continue
    end
    o.kind = item.status.kind
    ::continue::
  end
  return o
end
--# health -
local function has(t, key)
  return type(t) == "table" and t[key] ~= nil
end
function InterpretHealth(o)
  return has(o, "status") and o.status.ready == true
end
--# health -
local function has(t, ...)
  for _, key in ipairs({...}) do
    if t[key] == nil then return false end
    t = t[key]
  end
  return true
end
function InterpretHealth(o)
  if not has(o, "status", "sync", "state") then return false end
  return o.status.sync.state.done == true
end
--# health RJ106:5
local function has(t, key)
  return t[key] ~= nil
end
function InterpretHealth(o)
  return has(o, "status") and o.status.sync.done == true
end
--# health -
function InterpretHealth(o)
  local known = o.status ~= nil and o.status.sync ~= nil
  if not known then return false end
  return o.status.sync.done == true
end
--# health -
function InterpretHealth(o)
  local state = o.status and o.status.state or "none"
  return state == "ready"
end
--# health -
function InterpretHealth(o)
  assert(o.status, "no status")
  return o.status.ready == true
end
--# health -
function InterpretHealth(o)
  local status = o.status
  if type(status) ~= "table" then return false end
  return o.status.ready == true and status.done ~= nil
end
--# health RJ106:3
function InterpretHealth(o)
  if o.kind == "x" and o.status ~= nil then print(o.status.ready) end
  return o.status.ready == true
end
--# health RJ106:5
function InterpretHealth(o)
  if o.kind == "x" then
    if o.status == nil then return false end
  end
  return o.status.ready == true
end
--# health RJ106:5
function InterpretHealth(o)
  local function ready()
    return o.status == nil or o.status.ready == true
  end
  return ready() and o.status.done == true
end
--# health -
function InterpretHealth(o)
  local conditions = o.status and o.status.conditions or {}
  local last = conditions[#conditions]
  return last ~= nil and last.status == "True"
end
--# health RJ106:2
function InterpretHealth(o)
  return o["status"]["ready"] == true
end
--# health RJ106:2
function InterpretHealth(o)
  return o.metadata.labels.app == "x"
end
--# health RJ106:3
function InterpretHealth(o)
  local m = o.metadata
  return m.labels["app"] == "x"
end
--# health RJ106:3
function InterpretHealth(o)
  local a = o
  return a.status.ready == true
end
--# status RJ110:4
function ReflectStatus(o)
  local n, names = 0, {}
  for name in pairs(o.spec) do
    n = n + 1; names[n] = name
  end
  return {names = names}
end
--# status -
function ReflectStatus(o)
  local n, names = 0, {}
  for name in pairs(o.spec) do
    n = n + 1
    names[n] = name
  end
  table.sort(names)
  return {names = names}
end
--# status RJ110:4
function ReflectStatus(o)
  local names = {}
  for name in pairs(o.spec) do
    table.insert(names, 1, name)
  end
  return {names = names}
end
--# status RJ110:4
function ReflectStatus(o)
  local result = {names = {}}
  for name in pairs(o.spec) do
    table.insert(result.names, name)
  end
  return result
end
--# status -
function ReflectStatus(o)
  local result = {names = {}}
  for name in pairs(o.spec) do
    result.names[#result.names + 1] = name
  end
  table.sort(result.names)
  return result
end
--# status RJ110:4
function ReflectStatus(o)
  local names = {}
  for name in next, o.spec do
    names[#names + 1] = name
  end
  return {names = names}
end
--# status -
local function sorted(list)
  table.sort(list, function(a, b) return a < b end)
  return list
end
function ReflectStatus(o)
  local names = {}
  for name in pairs(o.spec) do names[#names + 1] = name end
  return {names = sorted(names)}
end
--# status RJ110:6
local function kept(list)
  return list
end
function ReflectStatus(o)
  local names = {}
  for name in pairs(o.spec) do names[#names + 1] = name end
  return {names = kept(names)}
end
--# status -
function ReflectStatus(o)
  local names = {}
  for name in pairs(o.spec) do
    names[#names + 1] = name
  end
  return {count = #names}
end
--# status RJ110:2
function ReflectStatus(o)
  for name in pairs(o.spec) do return {first = name} end
  return {}
end
--# health -
function InterpretHealth(o)
  for _ in pairs(o.spec) do return true end
  return false
end
--# status -
function ReflectStatus(o)
  for name, value in pairs(o.spec) do
    if value == "main" then return {main = name} end
  end
  return {}
end
--# status RJ110:5
function ReflectStatus(o)
  local set, names = {}, {}
  for name in pairs(o.spec) do set[name] = true end
  for name in pairs(set) do
    names[#names + 1] = name
  end
  return {names = names}
end
--# status -
function ReflectStatus(o)
  local set, names = {}, {}
  for _, c in ipairs(o.spec.containers or {}) do set[c.name] = true end
  for name in pairs(set) do
    names[#names + 1] = name
  end
  return {names = names}
end
--# aggregate -
function AggregateStatus(o, items)
  local names = {}
  for _, item in pairs(items) do
    names[#names + 1] = item.clusterName
  end
  o.clusters = names
  return o
end
--# aggregate -
function AggregateStatus(o, items)
  local all = {}
  for _, item in ipairs(items) do
    if item.status then
      for _, c in pairs(item.status.conditions or {}) do all[#all + 1] = c end
    end
  end
  if #all > 0 then o.status = {conditions = all} end
  return o
end
--# status RJ110:3
function ReflectStatus(o)
  local text = ""
  for name, value in pairs(o.spec) do text = text .. name .. "=" .. tostring(value) .. "," end
  return {text = text}
end
--# status -
function ReflectStatus(o)
  local sum, copy = 0, {}
  for name, value in pairs(o.spec) do
    sum = sum + #name
    copy[name] = value
  end
  return {sum = sum, copy = copy}
end
--# status RJ110:4
function ReflectStatus(o)
  local lines = {}
  for name, list in pairs(o.spec) do
    for _, value in ipairs(list) do lines[#lines + 1] = name .. value end
  end
  return {lines = lines}
end
--# status -
function ReflectStatus(o)
  local groups = {}
  for name, list in pairs(o.spec) do
    local own = {}
    for _, value in ipairs(list) do own[#own + 1] = value end
    groups[name] = own
  end
  return {groups = groups}
end
--# status RJ110:4
function ReflectStatus(o)
  local names, other = {}, {}
  for name in pairs(o.spec) do
    names[#names + 1] = name
  end
  table.sort(other)
  return {names = names, other = other}
end
