# expect: exceeded max depth
# SPDX-License-Identifier: Apache-2.0
{ object; printf 'a: '; repeat 200000 '{a: '; } >o.yaml
