#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Builds and tests this checkout on another release of Debian: `tools/other_release.sh [release]`, by
# default trixie on bookworm, and bookworm elsewhere.  debootstrap makes a bare root of the release, in
# which README's two commands run: tools/demo.sh, twice and with the time it takes, and tools/test.sh with the
# unit tests and 100 multi-PE tests.  Later calls use the root again.
#
#   ISHMEM_ROOTS     where roots are kept, by default build/roots
#   ISHMEM_SECONDS   how long this may take, by default a day
#   DEBIAN_MIRROR    by default http://deb.debian.org/debian
#   CMAKE_C_COMPILER_LAUNCHER=ccache, with CMAKE_CXX_COMPILER_LAUNCHER: the root uses this machine's
#                    cache, in CCACHE_DIR or ~/.cache/ccache
#
# Exit status: 77 where this machine cannot do that or the time does not suffice, having said why.
set -eu

top=$(cd "$(dirname "$0")/.." && pwd)
cd "$top"

not_run() {
    echo "other_release: not run: $*"
    exit 77
}

host=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
release=${1:-}
if [ -z "$release" ]; then
    release=trixie
    [ "$host" = bookworm ] || release=bookworm
fi
root=${ISHMEM_ROOTS:-$top/build/roots}/$release
mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}
seconds=${ISHMEM_SECONDS:-86400}
end=$(($(date +%s) + seconds))
# The library would not know them.
unset ISHMEM_ROOTS ISHMEM_SECONDS

# within COMMAND: ends it, with status 124, when the time is over.
within() {
    left=$((end - $(date +%s)))
    [ "$left" -gt 0 ] || return 124
    timeout --kill-after=10 "$left" "$@"
}

# ---- A bare root ---------------------------------------------------------------------------------
[ "$(id -u)" -eq 0 ] || not_run "this needs root"
command -v debootstrap >/dev/null || not_run "debootstrap is not installed"
[ "$end" -gt "$(date +%s)" ] || not_run "no time is left for it"
unshare --pid --fork --mount-proc true 2>/dev/null || not_run "this machine allows no mounts"
if [ ! -e "$root/made" ]; then
    rm -rf "$root"
    mkdir -p "$root"
    script=/usr/share/debootstrap/scripts/$release
    [ -e "$script" ] || script=/usr/share/debootstrap/scripts/sid
    within debootstrap --variant=minbase "$release" "$root" "$mirror" "$script" >"$root.log" 2>&1 ||
        not_run "debootstrap cannot make a root of $release: $(tail -n 1 "$root.log")"
    touch "$root/made"
fi
# How this machine reaches the mirror.
cp /etc/resolv.conf "$root/etc/resolv.conf"
apt-config dump Acquire >"$root/etc/apt/apt.conf.d/90this-machine"
# And PyPI's.  The certificates have a name of their own, since the root gets a package with others.
[ ! -f /etc/pip.conf ] || cp /etc/pip.conf "$root/etc/pip.conf"
certificates=${PIP_CERT:-$(sed -n 's/^ *cert *= *//p' /etc/pip.conf 2>/dev/null || true)}
[ ! -f "$certificates" ] || cp "$certificates" "$root/etc/this-machine.crt"

# ---- The checkout --------------------------------------------------------------------------------
mkdir -p "$root/libishmem"
find "$root/libishmem" -mindepth 1 -maxdepth 1 ! -name build -exec rm -rf {} +
git ls-files -z --cached --others --exclude-standard |
    tar --create --null --ignore-failed-read --files-from=- | tar --extract --directory="$root/libishmem"

# The modules of this release; without the folder there are none.
modules=$root/modules
rm -rf "$modules"
if [ -e build/release/bin/jacobi.spv ]; then
    mkdir "$modules"
    (cd build/release && find bin/jacobi.spv driver/tests/compile tests/kernels/integers -name '*.spv' -print0 |
        tar --create --null --files-from=-) | tar --extract --directory="$modules"
fi

# ---- What runs in the root -----------------------------------------------------------------------
cat >"$root/libishmem.sh" <<'SCRIPT'
set -eu
cd /libishmem
export PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root
if [ -f /etc/this-machine.crt ]; then
    # Newer versions of pip look at the second.
    export PIP_CERT=/etc/this-machine.crt SSL_CERT_FILE=/etc/this-machine.crt
fi
if ! apt-get update -q -o APT::Update::Error-Mode=any >/apt.log 2>&1; then
    echo "other_release: not run: the mirror of Debian does not answer: $(tail -n 1 /apt.log)"
    exit 77
fi
if [ -n "${CMAKE_C_COMPILER_LAUNCHER:-}" ] && ! command -v "$CMAKE_C_COMPILER_LAUNCHER" >/dev/null; then
    apt-get install -y -q --no-install-recommends "$CMAKE_C_COMPILER_LAUNCHER"
fi
failed=
# timed WHAT COMMAND...: the seconds, in a line of their own.
timed() {
    what=$1
    shift
    begin=$(date +%s)
    "$@" || failed="$failed demo"
    echo "other_release: $what: $(($(date +%s) - begin)) s"
}
timed "packages for the demo" tools/setup.sh
timed "demo, first run" tools/demo.sh
timed "demo, second run" tools/demo.sh
tools/test.sh -L unit || failed="$failed unit"
# Evenly spread over all, so that every family has some.
cd build/release
tests=$(ctest -N -L multi-pe -LE long | sed -n 's/^ *Test *#[0-9]*: //p')
each=$(($(echo "$tests" | wc -l) / 100))
some=$(echo "$tests" | awk -v each="$each" 'NR % each == 0 && ++count <= 100' | paste -sd '|')
ctest -j "$(nproc)" --output-on-failure -R "^($some)\$" || failed="$failed multi-pe"
cd ../..
[ ! -d /modules ] || tools/other_modules.sh /modules || failed="$failed modules-of-the-host"
[ -z "$failed" ] || { echo "other_release: failed:$failed"; exit 1; }
SCRIPT
export root cache="${CCACHE_DIR:-$HOME/.cache/ccache}"
unset CCACHE_DIR
status=0
# Nothing that was started there outlives it.
within unshare --mount --propagation private --pid --fork --kill-child sh -eu -c '
    # A mount of its own, without which "ip netns" cannot work where this is /.
    mount --bind "$root" "$root"
    mount -t proc proc "$root/proc"
    for place in sys dev; do
        mount --rbind "/$place" "$root/$place"
    done
    mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
    if [ -n "${CMAKE_C_COMPILER_LAUNCHER:-}" ] && [ -d "$cache" ]; then
        mkdir -p "$root/root/.cache/ccache"
        mount --bind "$cache" "$root/root/.cache/ccache"
    fi
    exec chroot "$root" sh /libishmem.sh' || status=$?
[ "$status" -ne 124 ] || not_run "to its end: $seconds seconds are over"
if [ ! -d "$modules" ]; then
    echo "other_release: kernels were not exchanged: build/release is not built"
elif [ "$status" -ne 77 ]; then
    within tools/other_modules.sh "$root/libishmem/build/release" || {
        status=$?
        [ "$status" -ne 124 ] || not_run "to its end: $seconds seconds are over"
        echo "other_release: failed: modules of $release on $host"
    }
fi
exit "$status"
