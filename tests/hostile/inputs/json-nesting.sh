# expect: error
# SPDX-License-Identifier: Apache-2.0
{ printf '{"kind": "K", "a": '; repeat 200000 '['; } >o.yaml
