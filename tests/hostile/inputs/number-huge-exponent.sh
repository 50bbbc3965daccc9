# expect: cannot unmarshal number
printf '{"apiVersion": "demo/v1", "kind": "Demo", "a": 1e999999999999}' >o.yaml
