# expect: error
{ repeat 200000 '{"a":'; } >o.yaml
