#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Help, manual pages and completions say the same about commands and options, and wrong names get the near ones.
# help.sh RJINTERP
set -euo pipefail
export LC_ALL=C
rjinterp=$(realpath "$1")

fail() {
    echo "line ${BASH_LINENO[0]}: $*" >&2
    exit 1
}
# same WHAT EXPECTED GOT
same() { diff <(sort <<<"$2") <(sort <<<"$3") || fail "$1"; }

bash_script=$("$rjinterp" completion bash)
zsh_script=$("$rjinterp" completion zsh)
fish_script=$("$rjinterp" completion fish)
commands=$("$rjinterp" help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p')
[ "$(wc -l <<<"$commands")" -ge 4 ] || fail "commands: $commands"
same 'commands of --help' "$commands" "$("$rjinterp" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p')"
same 'commands of the manual page' "$commands" "$("$rjinterp" help --man | sed -n 's/^\.B \([a-z]*\)$/\1/p' | grep -vx rjinterp)"
same 'commands of fish' "$commands" "$(sed -n 's/.*__fish_use_subcommand -f -a \([a-z]*\) .*/\1/p' <<<"$fish_script")"
same 'commands of zsh' "$commands" "$(sed -n "/commands=(/,/^ *)$/s/^ *'\([a-z]*\):.*/\1/p" <<<"$zsh_script")"

# "-f --filename", one option a line.
names() { sed -E 's/^ *(-(.), )?--([a-z-]+).*/\2 \3/'; }
for command in $commands; do
    help=$("$rjinterp" "$command" --help)
    same "$command --help and help $command" "$help" "$("$rjinterp" help "$command")"
    options=$(sed -n '/^Options:/,$p' <<<"$help" | grep -E '^(  -., |      )--' | names)
    [ -n "$options" ] || fail "$command has no options"
    manual=$("$rjinterp" help --man "$command" | grep -A 1 '^\.TP' | grep '^\\fB' | sed -E 's/\\f[BIR]//g; s/\\-/-/g' | names)
    same "manual page of $command" "$options" "$manual"
    fish=$(grep "__fish_seen_subcommand_from $command' -l" <<<"$fish_script" | sed -E 's/.* -l ([a-z-]+)( -s (.))?.*/\3 \1/')
    same "fish completion of $command" "$options" "$fish"
    zsh=$(sed -n "/^    $command)/,/;;/p" <<<"$zsh_script" | sed -nE "s/^ *'\*?--([a-z-]+).*/\1/p")
    same "zsh completion of $command" "$(cut -d' ' -f2 <<<"$options")" "$zsh"
    zsh=$(sed -n "/^    $command)/,/;;/p" <<<"$zsh_script" | sed -nE "s/^ *'\*?-([a-zA-Z])\[.*/\1/p")
    same "short options of zsh completion of $command" "$(cut -d' ' -f1 <<<"$options" | grep . | sort -u)" "$zsh"
    bash=$(sed -n "/^    $command:\*)/,/;;/s/^ *words='\(-[^']*\)'.*/\1/p" <<<"$bash_script" | tr ' ' '\n')
    same "bash completion of $command" "$(sed -E 's/^(.) (.*)/-\1\n--\2/; s/^ (.*)/--\1/' <<<"$options")" "$bash"
    if type -P groff >/dev/null; then
        complaints=$("$rjinterp" help --man "$command" | groff -man -ww -z -Tutf8 2>&1)
        [ -z "$complaints" ] || fail "manual page of $command: $complaints"
    fi
done

# What bash offers.
eval "$bash_script"
offers() { # EXPECTED WORD...
    local expected=$1
    shift
    COMP_WORDS=(rjinterp "$@") COMP_CWORD=$# COMPREPLY=()
    _rjinterp
    [ "$expected" = "${COMPREPLY[*]}" ] || fail "bash offers '${COMPREPLY[*]}' for 'rjinterp $*', not '$expected'"
}
offers 'interpret' int
offers '--operation' interpret --oper
offers 'InterpretReplica InterpretComponent InterpretStatus InterpretHealth InterpretDependency' interpret --operation Interpret
offers 'AggregateStatus' interpret --each --operation = Agg
offers 'yaml json jsonl' interpret -o ''
offers 'json jsonl' interpret -o j
offers 'bash zsh fish' completion ''
offers 'completion' help comp
cd "$(mktemp -d)"
trap 'rm -rf "$PWD"' EXIT
touch one.yaml two.yaml
offers 'one.yaml' interpret -f on
offers 'two.yaml' interpret --observed-file = tw
for shell in bash zsh fish; do
    if type -P $shell >/dev/null; then "$rjinterp" completion $shell | $shell -n || fail "$shell can't read its completions"; fi
done

# Wrong names.
refused() { # EXPECTED-LINES ARGUMENT...
    local expected=$1 status=0
    shift
    "$rjinterp" "$@" >out 2>err || status=$?
    [ $status = 1 ] && [ ! -s out ] || fail "rjinterp $*: exit status $status"
    [ "$expected" = "$(cat err)" ] || fail "rjinterp $*: $(cat err)"
}
usage="See 'rjinterp interpret --help' for usage."
refused $'error: unknown flag: --operaton\n'"$usage"$'\nhint: did you mean --operation?' interpret --operaton X
refused $'error: unknown flag: --observedfile\n'"$usage"$'\nhint: did you mean --observed-file?' interpret --observedfile=x
refused $'error: unknown flag: --frobnicate\n'"$usage" interpret --frobnicate
refused $'error: unknown command "interprte"\nSee \'rjinterp --help\' for usage.\nhint: did you mean "interpret"?' interprte
refused $'error: unknown command "frobnicate"\nSee \'rjinterp --help\' for usage.' frobnicate
refused $'error: unknown shell "csh": bash, zsh and fish are known\nSee \'rjinterp completion --help\' for usage.' completion csh
