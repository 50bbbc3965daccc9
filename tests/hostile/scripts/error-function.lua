-- expect: function: 0x
function InterpretHealth(o) error(print) end
