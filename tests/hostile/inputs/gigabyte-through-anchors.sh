# expect: --max-output sets the limit
# SPDX-License-Identifier: Apache-2.0
# one megabyte, referred to over a thousand times
{
    printf 'a: &a "'
    head -c 1000000 /dev/zero | tr '\0' x
    printf '"\nb: ['
    repeat 1100 '*a,'
    printf ']\n'
    object
} >o.yaml
rule Retain retention 'function Retain(d, o) return d end' >c.yaml
args=(-f c.yaml --operation Retain --desired-file o.yaml --observed-file o.yaml)
