# expect: error
# SPDX-License-Identifier: Apache-2.0
{ object; printf 'a: ['; head -c 3000000 /dev/zero | tr '\0' x; } >o.yaml
