# expect: too many levels of symbolic links
# SPDX-License-Identifier: Apache-2.0
mkdir d
ln -s loop.yaml d/loop.yaml
good
args=(-f d --operation InterpretHealth --observed-file o.yaml)
