# expect: o.yaml
ln -s o.yaml o.yaml
