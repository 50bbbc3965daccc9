# expect: exceeded max depth
# SPDX-License-Identifier: Apache-2.0
{ repeat 200000 '- '; echo x; } >o.yaml
