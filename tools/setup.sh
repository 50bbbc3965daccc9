# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# Sourced by tools/run and tools/test: sees to it that what a build needs is there. Everything it says goes to
# stderr; nothing is asked of apt when nothing is missing.

# shellcheck disable=SC2034 # for the files that source this one
RJ_BUILD_PACKAGES=(gcc libc6-dev cmake ninja-build pkg-config libluajit-5.1-dev libyaml-dev libgmp-dev libseccomp-dev libcurl4-openssl-dev)
# shellcheck disable=SC2034
RJ_TEST_PACKAGES=(libcmocka-dev clang-format luajit python3-minimal valgrind libxml2-utils shellcheck codespell python3-jsonschema python3-yaml)

# shellcheck disable=SC2034
RJ_PACKAGE_PACKAGES=(dpkg-dev file)

say() {
    printf 'rjinterp: %s\n' "$*" >&2
}

# missing_packages PACKAGE…: prints those that dpkg doesn't know as installed.
missing_packages() {
    local package
    for package in "$@"; do
        [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" = installed ] ||
            printf '%s\n' "$package"
    done
}

# need_packages PACKAGE…: installs what is missing, or says what to do and fails.
need_packages() {
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
        say "this is no Debian or Ubuntu, so nothing can be installed from here."
        say "It needs the equivalents of: $*; continuing with what is there."
        return 0
    fi
    local missing=() sudo=()
    mapfile -t missing < <(missing_packages "$@")
    [ ${#missing[@]} -gt 0 ] || return 0
    if [ "$(id -u)" != 0 ]; then
        if ! command -v sudo >/dev/null; then
            say "these packages are missing: ${missing[*]}"
            say "and there is neither root nor sudo to install them. As root: apt-get install ${missing[*]}"
            return 1
        fi
        sudo=(sudo)
    fi
    say "installing: ${missing[*]}"
    local log
    log=$(mktemp)
    if ! { "${sudo[@]}" apt-get update &&
        "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}"; } >"$log" 2>&1 </dev/null; then
        tail -n 20 "$log" >&2
        rm -f "$log"
        say "apt-get failed (its last lines are above). Missing: ${missing[*]}"
        return 1
    fi
    rm -f "$log"
}

# quietly COMMAND…: runs it and shows what it said only when it fails.
quietly() {
    local log status=0
    log=$(mktemp)
    "$@" >"$log" 2>&1 </dev/null || status=$?
    [ $status -eq 0 ] || cat "$log" >&2
    rm -f "$log"
    return $status
}
