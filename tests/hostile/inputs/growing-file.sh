# expect: InterpretHealth
# SPDX-License-Identifier: Apache-2.0
# a file that grows while it is read is read to some end
{ object; repeat 20000 '# padding\n'; } >o.yaml
rule InterpretHealth healthInterpretation 'function InterpretHealth(o) error("InterpretHealth got it", 0) end' >c.yaml
(for n in {1..200}; do
    echo '# more' >>o.yaml
    sleep 0.002
done) &
