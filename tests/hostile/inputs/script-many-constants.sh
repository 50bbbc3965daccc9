# expect: InterpretHealth
# SPDX-License-Identifier: Apache-2.0
rule InterpretHealth healthInterpretation "local t = {$(for n in {1..70000}; do printf '"k%d",' "$n"; done)} error('InterpretHealth', 0)" >c.yaml
