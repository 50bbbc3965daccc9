# expect: InterpretHealth
# SPDX-License-Identifier: Apache-2.0
{ object; awk 'BEGIN { srand(3); for (i = 0; i < 200000; i++) printf "k%d: 1\n", int(rand() * 1e9) }'; } >o.yaml
rule InterpretHealth healthInterpretation 'function InterpretHealth(o) error("InterpretHealth got it", 0) end' >c.yaml
