-- expect: string.gsub is not supported by Karmada
function InterpretHealth(o) return ('x'):gsub('.', function() while true do end end) end
