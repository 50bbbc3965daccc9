# expect: control characters are not allowed
# SPDX-License-Identifier: Apache-2.0
{ object; printf 'a: "x\0y"\n'; } >o.yaml
