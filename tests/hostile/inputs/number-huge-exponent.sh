# expect: cannot unmarshal number
# SPDX-License-Identifier: Apache-2.0
printf '{"apiVersion": "demo/v1", "kind": "Demo", "a": 1e999999999999}' >o.yaml
