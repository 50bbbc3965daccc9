# expect: o.yaml
# SPDX-License-Identifier: Apache-2.0
# root may read anything, so a name that is too long stands in for it there
object >o.yaml
chmod 000 o.yaml
if [ "$(id -u)" = 0 ]; then
    args=(-f c.yaml --operation InterpretHealth --observed-file "$(repeat 300 o)o.yaml")
fi
