# expect: exceeded max depth
{ printf '{"kind": "K", "a": '; repeat 200000 '['; repeat 200000 ']'; printf '}'; } >o.yaml
