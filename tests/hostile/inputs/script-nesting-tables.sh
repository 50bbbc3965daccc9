# expect: InterpretHealth
# SPDX-License-Identifier: Apache-2.0
rule InterpretHealth healthInterpretation "function InterpretHealth(o) return $(repeat 100000 '{')$(repeat 100000 '}') end" >c.yaml
