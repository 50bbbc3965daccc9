# expect: line:1
# SPDX-License-Identifier: Apache-2.0
printf 'apiVersion: config.karmada.io/v1alpha1\nkind: ResourceInterpreterCustomization\nmetadata: {name: c}\nspec:\n  target: {apiVersion: demo/v1, kind: Demo}\n  customizations:\n    healthInterpretation:\n      luaScript: "\\x1bLJ\\x02\\x02"\n' >c.yaml
