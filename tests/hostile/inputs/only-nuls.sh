# expect: control characters are not allowed
head -c 100000 /dev/zero >o.yaml
