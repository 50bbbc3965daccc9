-- expect: module /etc/passwd not found
function InterpretHealth(o) return require('/etc/passwd') end
