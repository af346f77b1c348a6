#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# unique_id.sh SIZE PROGRAM MODE: runs the program's SIZE processes without a launcher.  Exit status:
# the largest of theirs.
# unique_id.sh launched MPIEXEC SIZE PROGRAM MODE: under mpiexec.
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
if [ "$1" = launched ]; then
    "$2" -n "$3" "$4" "$5" "$work/id"
    exit
fi
size=$1
program=$2
mode=$3
processes=
rank=0
while [ "$rank" -lt "$size" ]; do
    "$program" "$mode" "$work/id" "$rank" "$size" &
    processes="$processes $!"
    rank=$((rank + 1))
done
worst=0
for process in $processes; do
    wait "$process"
    status=$?
    [ "$status" -le "$worst" ] || worst=$status
done
exit "$worst"
