#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# check.sh holds|fails MODEL COMPILER [-DNAME...]: goes through all states of a model.  It holds if
# no assertion fails and nothing is stuck; it fails if an assertion is what fails.
set -u
expected=$1
model=$2
compiler=$3
shift 3
directory=$(mktemp -d) || exit 1
trap 'rm -rf "$directory"' EXIT
cd "$directory" || exit 1
spin -a "$@" "$model" &&
    "$compiler" -O2 -w -DSAFETY -DCOLLAPSE -DMEMLIM=2048 -o pan pan.c &&
    ./pan -m200000 -n >output || exit 1
cat output
grep -q 'max search depth too small\|reached -DMEMLIM' output && exit 1
if [ "$expected" = holds ]; then
    grep -q 'errors: 0$' output
else
    grep -q 'assertion violated' output
fi
