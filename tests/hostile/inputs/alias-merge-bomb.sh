# expect: excessive aliasing
# SPDX-License-Identifier: Apache-2.0
{
    printf 'a0: &a0 {k0: v}\n'
    for n in {1..30}; do printf 'a%d: &a%d {<<: [*a%d, *a%d], k%d: v}\n' "$n" "$n" $((n - 1)) $((n - 1)) "$n"; done
    object
} >o.yaml
