# expect: script
# SPDX-License-Identifier: Apache-2.0
# 3 MB of script are more than any rule needs
{
    rule InterpretHealth healthInterpretation 'function InterpretHealth(o) return true end'
    for n in {1..60000}; do printf '        -- a comment that makes the script longer, line %d\n' "$n"; done
} >c.yaml
