# expect: exceeded max depth
# SPDX-License-Identifier: Apache-2.0
awk 'BEGIN { for (i = 0; i < 10500; i++) { for (j = 0; j < i % 10500; j++) printf " "; print "a:" } }' >o.yaml
