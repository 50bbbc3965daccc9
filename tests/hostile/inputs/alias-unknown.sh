# expect: unknown anchor 'nobody' referenced
{ object; printf 'a: *nobody\n'; } >o.yaml
