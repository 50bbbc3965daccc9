-- expect: nil
function InterpretHealth(o) error(nil) end
