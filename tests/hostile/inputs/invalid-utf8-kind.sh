# expect: rule is not enabled
printf 'apiVersion: demo/v1\nkind: "Demo\xff\xfe"\n' >o.yaml
