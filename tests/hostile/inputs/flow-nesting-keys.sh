# expect: error
{ object; printf '? '; repeat 100000 '[? '; } >o.yaml
