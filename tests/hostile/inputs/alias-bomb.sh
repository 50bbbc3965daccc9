# expect: excessive aliasing
# SPDX-License-Identifier: Apache-2.0
{
    printf 'a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n'
    for n in {1..9}; do
        p="*a$((n - 1))"
        printf 'a%d: &a%d [%s,%s,%s,%s,%s,%s,%s,%s,%s,%s]\n' "$n" "$n" "$p" "$p" "$p" "$p" "$p" "$p" "$p" "$p" "$p" "$p"
    done
    object
} >o.yaml
