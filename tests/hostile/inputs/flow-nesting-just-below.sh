# expect: did not find
{ object; printf 'a: '; repeat 9990 '['; } >o.yaml
