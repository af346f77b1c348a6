#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# privileges.sh PROGRAM EVIL ISHMRUN: a program that runs with root's rights for another user takes no module, program
# or file from that user's environment.  EVIL is a library that says so when it is loaded.  77: only root can set
# this up.
[ "$(id -u)" -eq 0 ] || { echo "privileges.sh: not run: this user cannot give a program another user's rights"; exit 77; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
user=65534
failed=0
cp "$1" "$work/program" && cp "$2" "$work/evil.so" && cp "$2" "$work/libevil.so.1" && cp "$2" "$work/hwloc_evil.so" || exit 1
chmod 4755 "$work/program"
chmod 711 "$work"
mkdir "$work/own"
chown $user "$work/own"

# run VARIABLE=VALUE...: as the user, with this environment.
run()
{
    (cd "$work/own" && env -i "PATH=$PATH" HOME="$work/own" "$@" setpriv --reuid $user --regid $user --clear-groups "$work/program" 2>&1)
}

# ignored VARIABLE=VALUE...
ignored()
{
    output=$(run "$@")
    status=$?
    if [ $status -ne 0 ] || printf '%s\n' "$output" | grep -q EVIL ||
        ! printf '%s\n' "$output" | grep -q "user $user with the rights of 0"; then
        echo "privileges.sh: $*: status $status: $output"
        failed=1
    fi
    # What is written with root's rights is root's.
    found=$(find "$work/own" -user 0)
    [ -z "$found" ] || { echo "privileges.sh: $*: written with root's rights: $found"; rm -rf "$work"/own/*; failed=1; }
}

ignored ISHMEM_DEBUG=0
ignored ISHMEM_BOOTSTRAP_MODULE="$work/evil.so"
ignored ZE_ENABLE_ALT_DRIVERS="$work/libevil.so.1"
ignored ZEL_LIBRARY_PATH="$work"
ignored HWLOC_PLUGINS_PATH="$work"
ignored UCX_MODULE_DIR="$work" UCX_LOG_FILE="$work/own/ucx" UCX_LOG_LEVEL=debug
ignored ISHMEM_STATS=1 ISHMEM_STATS_FILE="$work/own/statistics"
ignored ISHMEM_TRACE="$work/own/trace"
ignored ISHMEM_TUNING="$work/own/none"
ignored ISHMEM_SYMMETRIC_SIZE=1
ignored ZECPU_CACHE_DIR="$work/own/cache" ZECPU_PERF_MAP=1
ignored XDG_CACHE_HOME="$work/own/cache"

# It takes no address from a launcher of the user's either, and says so.
output=$(cd "$work/own" && env -i "PATH=$PATH" setpriv --reuid $user --regid $user --clear-groups "$3" -n 1 "$work/program" 2>&1)
status=$?
if [ $status -ne 1 ] || ! printf '%s\n' "$output" | grep -q "more privileges than the user who started it.*: ishmrun cannot start it"; then
    echo "privileges.sh: ishmrun: status $status: $output"
    failed=1
fi
exit $failed
