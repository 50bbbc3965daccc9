# expect: o.yaml
# nobody ever writes: reading it must not hang
mkfifo o.yaml
