-- expect: module ffi not found
function InterpretHealth(o) return require('ffi').C.system('id') end
