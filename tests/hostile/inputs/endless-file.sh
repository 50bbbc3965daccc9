# expect: /dev/zero
args=(-f c.yaml --operation InterpretHealth --observed-file /dev/zero)
