#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# hardening.sh RJINTERP: the release has what compiler and linker offer against exploits.
set -u
program=$1
failed=0
has() { # WHAT PATTERN READELF-OPTION...
    local what=$1 pattern=$2
    shift 2
    readelf -W "$@" "$program" 2>/dev/null | grep -qE "$pattern" || { echo "missing: $what" && failed=1; }
}
has 'position independent' 'Type:.*DYN' -h
has 'read-only relocations' 'GNU_RELRO' -l
has 'relocations done at start' 'BIND_NOW|FLAGS.*NOW' -d
has 'stack that is not executable' 'GNU_STACK.* RW ' -l
has 'stack protector' '__stack_chk_fail' --dyn-syms
has 'checked library calls' '__[a-z]+_chk(@|$| )' --dyn-syms
if readelf -lW "$program" | grep -E ' LOAD .* (RWE|WE) '; then
    echo 'a segment is writable and executable' && failed=1
fi
exit $failed
