-- expect: string.rep is not supported by Karmada
function InterpretHealth(o) return ('x'):rep(1e9) end
