#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# hostile.sh HOSTILE KIND SIZE PROGRAM MODE: starts jobs by a unique id, as unique_id.sh does, while
# strangers call whatever they listen on (hostile.c).  KIND is names, or what the strangers do at the
# id's port, for which the PEs but rank 0 come late.  Exit status: the largest of the PEs'.
# DESCRIPTORS: how many each PE may have.  JOBS: how many, one after the other.  With the kind idle, FREE:
# how many of its descriptors must be left to the process that made the id.
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

# Until the strangers have made their calls, and those whom the process sends away have gone.
await_idle()
{
    until [ "$(find "$work" -name 'id.idle.*' | wc -l)" -eq 2 ]; do
        kill -0 "$1" 2>/dev/null || return
        sleep 0.05
    done
    before=
    taken=$(find "/proc/$1/fd" -mindepth 1 | wc -l)
    while [ "$taken" != "$before" ]; do
        before=$taken
        sleep 0.2
        taken=$(find "/proc/$1/fd" -mindepth 1 | wc -l)
    done
    echo "hostile.sh: $taken of $DESCRIPTORS descriptors are taken while 600 strangers call"
    [ $((DESCRIPTORS - taken)) -ge "$FREE" ] || worst=1
}

run_job()
{
    rm -f "$work/id"
    processes=
    rank=0
    while [ "$rank" -lt "$size" ]; do
        "$program" "$mode" "$work/id" "$rank" "$size" &
        processes="$processes $!"
        if [ "$kind" = idle ] && [ "$rank" -eq 0 ]; then
            await_idle "$!"
        elif [ "$kind" != names ] && [ "$rank" -eq 0 ]; then
            sleep 2
        fi
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
