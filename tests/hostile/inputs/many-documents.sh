# expect: expect one at most
for n in {1..20000}; do printf -- '---\napiVersion: v1\nkind: K\n'; done >o.yaml
