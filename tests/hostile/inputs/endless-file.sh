# expect: /dev/zero
# SPDX-License-Identifier: Apache-2.0
args=(-f c.yaml --operation InterpretHealth --observed-file /dev/zero)
