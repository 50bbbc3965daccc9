# expect: exceeded max depth
{ object; printf 'a: '; repeat 200000 '['; } >o.yaml
