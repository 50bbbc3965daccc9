# expect: invalid base64
# SPDX-License-Identifier: Apache-2.0
{ object; printf 'a: !!binary "'; head -c 1000000 /dev/zero | tr '\0' '*'; printf '"\n'; } >o.yaml
