#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Installs the packages of Debian 12 or newer that are missing: `tools/setup.sh` those that a build and
# tools/demo.sh need, `tools/setup.sh --test` also those of the tests.  Needs root or sudo only when something is
# missing.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
versions=$(sed -n 's/^set(ISHMEM_LLVM_VERSIONS \(.*\))$/\1/p' "$here/../cmake/Llvm.cmake")
lists="$here/packages/build.txt"
case "$*" in
"") ;;
--test) lists="$lists $here/packages/test.txt" ;;
*)
    echo "usage: tools/setup.sh [--test]" >&2
    exit 2
    ;;
esac
command -v dpkg-query >/dev/null || {
    echo "setup: this system is not Debian: install what tools/packages/build.txt names, and see docs/installing.md" >&2
    exit 1
}

# The names of what is installed, each between spaces.
installed=" $(dpkg-query -W -f='${db:Status-Status} ${Package}\n' | sed -n 's/^installed //p' | tr '\n' ' ')"

is_installed() {
    case $installed in
    *" $1 "*) ;;
    *) return 1 ;;
    esac
}

is_offered() {
    [ -n "$(apt-cache show --no-all-versions "$1" 2>/dev/null || true)" ]
}

# packages VERSION: the packages of the lists, for this version of LLVM.
packages() {
    # shellcheck disable=SC2086 # one word a list
    sed -e '/^#/d' -e "s/LLVM/$1/" $lists
}

# newest_llvm CONDITION: the newest version whose packages all fulfil the condition.
newest_llvm() {
    for version in $versions; do
        fulfilled=yes
        for package in $(packages LLVM | grep LLVM | sed "s/LLVM/$version/"); do
            "$1" "$package" || { fulfilled=no; break; }
        done
        [ "$fulfilled" = no ] || { echo "$version"; return; }
    done
    return 1
}

# missing_packages VERSION: those that must be installed.
missing_packages() {
    for package in $(packages "$1"); do
        name=${package%\?}
        if ! is_installed "$name" && { [ "$name" = "$package" ] || is_offered "$name"; }; then
            printf ' %s' "$name"
        fi
    done
}

llvm=$(newest_llvm is_installed || newest_llvm is_offered || echo "${versions##* }")
missing=$(missing_packages "$llvm")
[ -n "$missing" ] || exit 0
if [ "$(id -u)" -eq 0 ]; then
    as_root=
elif command -v sudo >/dev/null; then
    as_root=sudo
else
    echo "setup: these packages are missing, and installing them needs root or sudo:$missing" >&2
    exit 1
fi
$as_root apt-get update -q
llvm=$(newest_llvm is_installed || newest_llvm is_offered) || {
    echo "setup: this release of Debian has no LLVM of version $(echo "$versions" | sed 's/ /, /g') with" \
        "clang, libclc and llvm-spirv, the translator to SPIR-V, all of the same version" >&2
    exit 1
}
missing=$(missing_packages "$llvm")
[ -n "$missing" ] || exit 0
echo "setup: installing$missing"
# shellcheck disable=SC2086 # one word a package
$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $missing

# Programs and scripts go on to find MPICH by MPI's own names.
case "$missing" in
*openmpi*)
    chosen=$(update-alternatives --get-selections | awk '$1 ~ /^mpi/ && $2 == "auto" && $3 ~ /openmpi/ { print $1 }')
    for name in $chosen; do
        mpich=$(update-alternatives --list "$name" | grep mpich) || continue
        $as_root update-alternatives --set "$name" "$mpich"
    done
    ;;
esac
