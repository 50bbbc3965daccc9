-- expect: module jit not found
function InterpretHealth(o) return require('jit') end
