# expect: InterpretHealth
# SPDX-License-Identifier: Apache-2.0
# 9,000 levels are valid data; Lua gets them or says why not
{
    printf '{"apiVersion": "demo/v1", "kind": "Demo", "a": '
    repeat 9000 '['
    repeat 9000 ']'
    printf '}'
} >o.yaml
rule InterpretHealth healthInterpretation 'function InterpretHealth(o) error("InterpretHealth got it", 0) end' >c.yaml
