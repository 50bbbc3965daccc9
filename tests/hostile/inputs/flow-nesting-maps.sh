# expect: exceeded max depth
{ object; printf 'a: '; repeat 200000 '{a: '; } >o.yaml
