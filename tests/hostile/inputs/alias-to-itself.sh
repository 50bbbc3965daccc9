# expect: value contains itself
# SPDX-License-Identifier: Apache-2.0
{ object; printf 'a: &a [*a]\n'; } >o.yaml
