#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# With Intel's Level Zero driver installed, no Intel GPU and no driver named, libishmem takes its
# CPU driver by itself and says so in one line.
#
#     choice.sh HELLO
set -eu

hello=$1
scratch=$(mktemp -d "${TMPDIR:-/tmp}/ishmem-choice.XXXXXX")
trap 'rm -rf "$scratch"' EXIT

if [ -e /dev/dri/renderD128 ]; then
    echo "SKIP: this machine has a GPU"
    exit 77
fi
status=0
env -u ZE_ENABLE_ALT_DRIVERS "$hello" >"$scratch/out" 2>"$scratch/err" || status=$?
cat "$scratch/out"
cat "$scratch/err" >&2

[ "$status" -eq 0 ] || { echo "FAIL: exit status $status" >&2; exit 1; }
grep -q '^PE 0 of 1: .*CPU' "$scratch/out" ||
    { echo "FAIL: the tile is not the CPU driver's" >&2; exit 1; }
[ "$(grep -c 'running on the CPU' "$scratch/err")" -eq 1 ] ||
    { echo "FAIL: stderr has no line, or more than one, that says so" >&2; exit 1; }
[ "$(wc -l <"$scratch/err")" -eq 1 ] || { echo "FAIL: stderr has other lines" >&2; exit 1; }
