# expect: rule is not enabled
# SPDX-License-Identifier: Apache-2.0
{ printf 'apiVersion: config.karmada.io/v1alpha1\nkind: ResourceInterpreterCustomization\nmetadata: {name: '; head -c 2000000 /dev/zero | tr '\0' n; printf '}\n'; } >c.yaml
