# expect: o.yaml
# SPDX-License-Identifier: Apache-2.0
# nobody ever writes: reading it must not hang
mkfifo o.yaml
