-- Edit the scripts below, save and leave the editor. These lines are not saved, nor are lines
-- that begin with --~ ; everything else below a ---@rule mark is that rule's script, comments
-- too. A rule without a script is removed; a file without anything cancels the edit. If
-- something is wrong with the text, it is opened again with the reasons right here.
---@name: tank
---@apiVersion: brew.test/v1
---@kind: Tank
---@rule: Retain
function Retain(desiredObj, observedObj)
  desiredObj.spec.temp = observedObj.spec.temp
  return desiredObj
end
---@rule: InterpretReplica
---@rule: InterpretComponent
---@rule: ReviseReplica
---@rule: InterpretStatus
---@rule: AggregateStatus
---@rule: InterpretHealth
function InterpretHealth(o)
  return o.status.level > 0
end
---@rule: InterpretDependency
