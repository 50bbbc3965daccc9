# expect: control characters are not allowed
# SPDX-License-Identifier: Apache-2.0
object | sed 's/./&\x00/g' >o.yaml
