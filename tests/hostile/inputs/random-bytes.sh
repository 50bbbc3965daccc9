# expect: error
# SPDX-License-Identifier: Apache-2.0
awk 'BEGIN { srand(7); for (i = 0; i < 100000; i++) printf "%c", int(rand() * 256) }' >o.yaml
