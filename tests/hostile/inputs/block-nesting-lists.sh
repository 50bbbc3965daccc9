# expect: exceeded max depth
{ repeat 200000 '- '; echo x; } >o.yaml
