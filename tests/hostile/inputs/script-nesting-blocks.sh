# expect: InterpretHealth
# SPDX-License-Identifier: Apache-2.0
rule InterpretHealth healthInterpretation "$(repeat 50000 'do ')$(repeat 50000 'end ')" >c.yaml
