# expect: control characters are not allowed
object | sed 's/./&\x00/g' >o.yaml
