#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Fails when a C file isn't as clang-format writes it, or a file of ours has no SPDX header.  format.sh [SOURCE_DIR]
set -euo pipefail
cd "${1:-$(dirname "${BASH_SOURCE[0]}")/..}"
bad=0
find src include tests examples -name '*.[ch]' -print0 | xargs -0 clang-format --dry-run -Werror || bad=1
unmarked=$(find src include tests examples tools cmake .ci -type f \
    \( -name '*.[ch]' -o -name '*.sh' -o -name '*.cmake' -o -name CMakeLists.txt -o -path 'tools/*' -o -path '.ci/*' \) \
    ! -path 'tests/cli/public/*' -print0 | xargs -0 grep -L 'SPDX-License-Identifier''[:] Apache-2.0' || test $? = 1)
if [ -n "$unmarked" ]; then
    printf 'no SPDX header:\n%s\n' "$unmarked"
    bad=1
fi
exit $bad
