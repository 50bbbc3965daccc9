# expect: unknown anchor 'nobody' referenced
# SPDX-License-Identifier: Apache-2.0
{ object; printf 'a: *nobody\n'; } >o.yaml
