# expect: did not find
# SPDX-License-Identifier: Apache-2.0
{ object; printf 'a: '; repeat 9990 '['; } >o.yaml
