# expect: too many local variables
# SPDX-License-Identifier: Apache-2.0
rule InterpretHealth healthInterpretation "$(for n in {1..300}; do printf 'local a%d = 1; ' "$n"; done)" >c.yaml
