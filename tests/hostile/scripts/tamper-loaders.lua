-- expect: module x not found
function InterpretHealth(o) package.loaders = {} require('x') end
