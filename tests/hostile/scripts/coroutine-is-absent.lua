-- expect: attempt to index a non-table object(nil) with key 'wrap'
function InterpretHealth(o) coroutine.wrap(function() while true do end end)() end
