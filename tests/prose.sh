#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Spelling of documentation and comments, and links of Markdown files: each leads to a file, each #part to a heading.
# Addresses on the web aren't asked for: the tests need no network.  prose.sh [SOURCE_DIR]
set -euo pipefail
cd "${1:-$(dirname "${BASH_SOURCE[0]}")/..}"
bad=0
mapfile -d '' -t documents < <(find . -name '*.md' ! -path './build/*' ! -path './tests/*' ! -path './.git/*' -print0 | sort -z)
[ ${#documents[@]} -gt 5 ]

# Words of our own: statics (C's), Nd (Unicode's), names in Lua.
codespell --ignore-words-list statics,nd,conditionsof "${documents[@]}" include src tools customizations examples integrations || bad=1

# The anchor that hosting services make of a heading.
anchors() {
    sed -n '/^```/,/^```/d; s/^##* *//p' "$1" | tr '[:upper:]' '[:lower:]' | sed 's/[^a-z0-9 _-]//g; s/ /-/g'
}

for document in "${documents[@]}"; do
    directory=$(dirname "$document")
    while IFS= read -r link; do
        case $link in
        http://* | https://* | mailto:*) continue ;;
        esac
        path=${link%%#*} part=${link#"${link%%#*}"}
        target=$document
        [ -z "$path" ] || target=$directory/$path
        if [ ! -e "$target" ]; then
            printf '%s: %s leads nowhere\n' "$document" "$link"
            bad=1
        elif [ -n "$part" ] && ! anchors "$target" | grep -qxF -e "${part#\#}"; then
            printf '%s: %s has no such heading\n' "$document" "$link"
            bad=1
        fi
    done < <(sed '/^```/,/^```/d' "$document" | grep -oE '\]\([^) ]+\)' | sed 's/^](//; s/)$//' || test $? = 1)
done
exit $bad
