-- expect: table: 0x
function InterpretHealth(o) error({}) end
