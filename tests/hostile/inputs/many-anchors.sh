# expect: InterpretHealth
# SPDX-License-Identifier: Apache-2.0
{ object; awk 'BEGIN { for (i = 0; i < 100000; i++) printf "k%d: &a%d x\n", i, i }'; } >o.yaml
rule InterpretHealth healthInterpretation 'function InterpretHealth(o) error("InterpretHealth got it", 0) end' >c.yaml
