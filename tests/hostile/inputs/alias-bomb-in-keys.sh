# expect: excessive aliasing
# SPDX-License-Identifier: Apache-2.0
{
    printf 'a0: &a0 {k: v}\n'
    for n in {1..25}; do printf 'a%d: &a%d {l: *a%d, r: *a%d}\n' "$n" "$n" $((n - 1)) $((n - 1)); done
    object
} >o.yaml
