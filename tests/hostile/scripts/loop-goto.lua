-- expect: context deadline exceeded
function InterpretHealth(o) ::top:: goto top end
