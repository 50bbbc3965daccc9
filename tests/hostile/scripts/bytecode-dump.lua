-- expect: string.dump is not supported by Karmada
function InterpretHealth(o) return string.dump(InterpretHealth) end
