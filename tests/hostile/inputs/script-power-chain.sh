# expect: InterpretHealth
# SPDX-License-Identifier: Apache-2.0
rule InterpretHealth healthInterpretation "function InterpretHealth(o) return 1$(repeat 20000 '^1') end" >c.yaml
