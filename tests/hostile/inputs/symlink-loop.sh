# expect: o.yaml
# SPDX-License-Identifier: Apache-2.0
ln -s o.yaml o.yaml
