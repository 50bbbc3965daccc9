# expect: value contains itself
{ object; printf 'a: &a [*a]\n'; } >o.yaml
