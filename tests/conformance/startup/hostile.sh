#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# hostile.sh HOSTILE KIND SIZE PROGRAM MODE: starts jobs by a unique id, as unique_id.sh does, while
# strangers call whatever they listen on (hostile.c).  KIND is names, or what the strangers do at the
# id's port, for which the PEs but rank 0 come late.  Exit status: the largest of the PEs'.
# DESCRIPTORS: how many each PE may have.  JOBS: how many, one after the other.
hostile=$1
kind=$2
size=$3
program=$4
mode=$5
work=$(mktemp -d) || exit 1
strangers=
trap 'kill $strangers 2>/dev/null; rm -rf "$work"' EXIT
worst=0

for _ in 1 2; do
    if [ "$kind" = names ]; then
        "$hostile" names &
    else
        "$hostile" port "$work/id" "$kind" &
    fi
    strangers="$strangers $!"
done

run_job()
{
    rm -f "$work/id"
    processes=
    rank=0
    while [ "$rank" -lt "$size" ]; do
        "$program" "$mode" "$work/id" "$rank" "$size" &
        processes="$processes $!"
        [ "$kind" = names ] || [ "$rank" -gt 0 ] || sleep 2
        rank=$((rank + 1))
    done
    for process in $processes; do
        wait "$process"
        status=$?
        [ "$status" -le "$worst" ] || worst=$status
    done
}

[ -z "${DESCRIPTORS:-}" ] || ulimit -n "$DESCRIPTORS"
jobs=${JOBS:-1}
while [ "$jobs" -gt 0 ]; do
    run_job
    jobs=$((jobs - 1))
done
for stranger in $strangers; do
    kill -0 "$stranger" 2>/dev/null || { echo "hostile.sh: a stranger has ended"; worst=1; }
done
exit "$worst"
