# expect: error
{ printf '{"kind": "K", "a": '; repeat 200000 '['; } >o.yaml
