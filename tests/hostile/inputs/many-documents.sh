# expect: expect one at most
# SPDX-License-Identifier: Apache-2.0
for n in {1..20000}; do printf -- '---\napiVersion: v1\nkind: K\n'; done >o.yaml
