# expect: control characters are not allowed
# SPDX-License-Identifier: Apache-2.0
head -c 100000 /dev/zero >o.yaml
