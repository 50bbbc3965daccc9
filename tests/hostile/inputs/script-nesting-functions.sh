# expect: InterpretHealth
# SPDX-License-Identifier: Apache-2.0
rule InterpretHealth healthInterpretation "$(repeat 20000 'return function() ')$(repeat 20000 ' end')" >c.yaml
