#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Holds the source tree to docs/architecture.md: which room may include which, and where the libraries, memory
# and output may be used at all.  layering.sh [SOURCE_DIR]
set -euo pipefail
cd "${1:-$(dirname "${BASH_SOURCE[0]}")/..}"
bad=0

complain() {
    printf '%s\n' "$*"
    bad=1
}

# The rooms that each room may include from (itself too).
declare -A may=(
    [base]='base'
    [value]='base value'
    [text]='base value text'
    [kube]='base value kube'
    [script]='base value script'
    [rule]='base value text kube script rule'
    [lua]='base value text kube script lua'
    [interp]='base value text kube script rule lua interp'
    [input]='base input'
    [suite]='base value text kube script rule lua interp input suite'
    [insight]='base value text kube script rule lua interp input suite insight'
    [cli]='base value text kube script rule lua interp input suite insight cli'
)
# The room that each public header belongs to.
declare -A room_of=()
declare -A headers=(
    [base]='macros position error arena buf limits number utf8 version'
    [value]='value empties'
    [text]='document pieces yaml json splice'
    [kube]='quantity typed pod dependency'
    [script]='script'
    [rule]='rule customization object'
    [lua]='lua trace'
    [interp]='interp jail fleet measure'
    [input]='input'
    [suite]='suite coverage'
    [insight]='lint probe profile'
)
for room in "${!headers[@]}"; do
    for header in ${headers[$room]}; do
        [ -e "include/rjinterp/$header.h" ] || complain "tests/layering.sh names include/rjinterp/$header.h, which isn't there"
        room_of[$header]=$room
    done
done

allowed() { # ROOM OTHER
    case " ${may[$1]} " in *" $2 "*) return 0 ;; esac
    return 1
}

check_include() { # FILE ROOM INCLUDED
    local other header
    case $3 in
    rjinterp/*)
        header=${3#rjinterp/}
        other=${room_of[${header%.h}]:-}
        [ -n "$other" ] || complain "$1: $3 belongs to no room (tests/layering.sh)"
        ;;
    */*) other=${3%%/*} ;;
    *) other=$2 ;;
    esac
    [ -z "$other" ] || allowed "$2" "$other" || complain "$1: room $2 may not include \"$3\" of room $other"
}

for directory in src/*/; do
    room=$(basename "$directory")
    [ -n "${may[$room]:-}" ] || complain "src/$room is a room that tests/layering.sh doesn't know"
    while IFS=: read -r file included; do
        check_include "$file" "$room" "$included"
    done < <(grep -rhoHE '^#include "[^"]+"' "$directory" | sed -E 's/#include "([^"]+)"/\1/')
done
for header in include/rjinterp/*.h; do
    name=$(basename "$header" .h)
    while read -r included; do
        check_include "$header" "${room_of[$name]:-none}" "$included"
    done < <(sed -nE 's/^#include "([^"]+)"/\1/p' "$header")
done

# All code as FILE:LINE:TEXT, without comments, read once.
code=$(find src include -name '*.[ch]' -print0 | sort -z | xargs -0 awk '
    FNR == 1 { inside = 0 }
    {
        text = $0
        if (inside) {
            if (!sub(/.*\*\//, "", text)) next
            inside = 0
        }
        gsub(/\/\*([^*]|\*+[^*\/])*\*+\//, "", text)
        sub(/\/\/.*/, "", text)
        if (sub(/\/\*.*/, "", text)) inside = 1
        print FILENAME ":" FNR ":" text
    }')

only_in() { # PATTERN WHAT DIRECTORY…
    local pattern=$1 what=$2 hits place
    shift 2
    local excluded=()
    for place in "$@"; do excluded+=("-e" "^$place"); done
    hits=$(grep -E "$pattern" <<<"$code" | grep -v "${excluded[@]}" || test $? = 1)
    [ -z "$hits" ] || complain "$what is allowed only in $*:"$'\n'"$hits"
}

only_in '#include <yaml\.h>' '<yaml.h>' src/text/
only_in '#include <gmp\.h>' '<gmp.h>' src/kube/
only_in '#include <(luajit|lua|lualib|lauxlib)\.h>' 'a Lua header' src/lua/
only_in '#include <seccomp\.h>' '<seccomp.h>' src/interp/
only_in '#include <curl/' '<curl/curl.h>' src/input/
only_in '\b(malloc|calloc|realloc|free|strdup|strndup)\(' 'raw memory' src/base/ src/lua/state.c
only_in '\b(printf|fprintf|puts|putchar|vfprintf|exit|abort)\(|\b(stdout|stderr)\b' 'output and exit' src/cli/

exit $bad
