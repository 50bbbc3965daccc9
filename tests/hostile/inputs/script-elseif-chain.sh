# expect: InterpretHealth
# SPDX-License-Identifier: Apache-2.0
rule InterpretHealth healthInterpretation "function InterpretHealth(o) if o then error('InterpretHealth', 0)$(repeat 20000 ' elseif o then x=1') end end" >c.yaml
