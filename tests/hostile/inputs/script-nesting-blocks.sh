# expect: InterpretHealth
rule InterpretHealth healthInterpretation "$(repeat 50000 'do ')$(repeat 50000 'end ')" >c.yaml
