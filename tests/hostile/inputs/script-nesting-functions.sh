# expect: InterpretHealth
rule InterpretHealth healthInterpretation "$(repeat 20000 'return function() ')$(repeat 20000 ' end')" >c.yaml
