# expect: recognized file extensions
# SPDX-License-Identifier: Apache-2.0
mkdir o.yaml
