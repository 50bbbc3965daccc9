# expect: error
# SPDX-License-Identifier: Apache-2.0
{ object; head -c 2000000 /dev/zero | tr '\0' k; printf ': x\n'; } >o.yaml
