#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# cut.sh HOSTS PROGRAM ARGUMENTS...: a job of one PE a host, whose last host loses its link.  Each PE,
# on both sides, must say that another no longer answers or has died, and end with a status other than 0 within 10
# seconds of the cut.  Exit status 77: not run, as hosts.sh has it.
hosts=$1
shift
cut_after=5
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

start=$(date +%s)
CUT_AFTER=$cut_after MPIEXEC_OPTIONS=-disable-auto-cleanup timeout -k 2 20 \
    "$(dirname "$0")/hosts.sh" "$hosts" 1 sh -c 'trap : USR1 # hydra sends it when another PE has ended
        "$@" >"$0/$PMI_RANK" 2>&1
        status=$?
        trap "" USR1 # it would end what this shell starts, too
        echo "(ended with $status, $(date +%s))" >>"$0/$PMI_RANK"' "$work" "$@"
[ $? -ne 77 ] || exit 77

failed=0
for pe in $(seq 0 $((hosts - 1))); do
    sed "s/^/host $((pe + 1)): /" "$work/$pe"
    grep -Eq "PE [0-9] (no longer answers|has died)" "$work/$pe" ||
        { echo "cut.sh: PE $pe has not said what happened"; failed=1; }
    ended=$(sed -n 's/^(ended with [1-9][0-9]*, \([0-9]*\))$/\1/p' "$work/$pe")
    [ "$ended" ] && [ "$ended" -le $((start + cut_after + 12)) ] ||
        { echo "cut.sh: PE $pe has not ended in time, or with status 0"; failed=1; }
done
exit $failed
