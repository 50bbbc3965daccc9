#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs the examples of a Markdown file and compares what they print with what the file says.
#
#   examples.sh [--scratch] RJINTERP FILE.md
#
# An example is a fenced block marked "console". A line that starts with "$ " is a command (a backslash at its end
# continues it), the lines below it are what it prints on stdout and stderr together. Commands run in the source
# tree, in order; "tools/run" and "rjinterp" stand for RJINTERP. A command that isn't meant to be run belongs in a block
# marked "sh".
#
# With --scratch commands run in an empty directory, where "$SOURCE" is the source tree, and a block marked "LANGUAGE file=PATH" is
# written to that path when the reader would come by it. "LANGUAGE append=PATH" adds to the file.
set -euo pipefail
scratch=0
[ "${1:-}" != --scratch ] || { scratch=1; shift; }
program=$(readlink -f "$1")
document=$(readlink -f "$2")
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
SOURCE=$PWD
export SOURCE
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
ln -s "$program" "$work/bin/rjinterp"
PATH=$work/bin:$PATH
export PATH
if [ $scratch = 1 ]; then
    mkdir "$work/scratch"
    cd "$work/scratch"
fi
target='' # of the block that is a file
passed=0 failed=0 command='' line=0 command_line=0 in_block=0 continued=0
: >"$work/expected"

finish() {
    [ -n "$command" ] || return 0
    # An example may show a command that fails; one that can't be run, or is ended by a signal, says so.
    local status=0
    bash -c "${command//tools\/run/rjinterp}" >"$work/got" 2>&1 </dev/null || status=$?
    [ $status -lt 126 ] || printf 'exit status %s\n' $status >>"$work/got"
    if diff -u --label "$(basename "$document"):$command_line" --label got "$work/expected" "$work/got"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
    fi
    command=''
    : >"$work/expected"
}

while IFS= read -r text || [ -n "$text" ]; do
    line=$((line + 1))
    case $in_block:$text in
    0:'```console') in_block=1 ;;
    0:'```'*' file='* | 0:'```'*' append='*)
        if [ $scratch = 1 ]; then
            in_block=2 target=${text#*=}
            mkdir -p "$(dirname "$target")"
            case $text in *' file='*) : >"$target" ;; esac
        fi
        ;;
    0:*) ;;
    2:'```') in_block=0 ;;
    2:*) printf '%s\n' "$text" >>"$target" ;;
    1:'```')
        finish
        in_block=0
        ;;
    *)
        if [ $continued = 1 ]; then
            command+=${text%\\}
        elif [ "${text#\$ }" != "$text" ]; then
            finish
            command=${text#\$ }
            command=${command%\\}
            command_line=$line
        else
            printf '%s\n' "$text" >>"$work/expected"
            continue
        fi
        case $text in *\\) continued=1 ;; *) continued=0 ;; esac
        ;;
    esac
done <"$document"

echo "$passed passed, $failed failed"
[ $failed = 0 ] && [ $passed -gt 0 ]
