# expect: rule is not enabled
# SPDX-License-Identifier: Apache-2.0
printf 'apiVersion: demo/v1\nkind: "Demo\xff\xfe"\n' >o.yaml
