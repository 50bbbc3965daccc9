# expect: error
# SPDX-License-Identifier: Apache-2.0
{ object; printf '? '; repeat 100000 '[? '; } >o.yaml
