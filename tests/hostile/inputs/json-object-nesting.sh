# expect: error
# SPDX-License-Identifier: Apache-2.0
{ repeat 200000 '{"a":'; } >o.yaml
