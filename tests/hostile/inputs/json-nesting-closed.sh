# expect: exceeded max depth
# SPDX-License-Identifier: Apache-2.0
{ printf '{"kind": "K", "a": '; repeat 200000 '['; repeat 200000 ']'; printf '}'; } >o.yaml
