# expect: control characters are not allowed
{ object; printf 'a: "x\0y"\n'; } >o.yaml
