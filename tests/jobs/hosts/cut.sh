#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# cut.sh HOSTS PROGRAM ARGUMENTS...: a job of one PE a host, whose last host loses its link.  Each PE,
# on both sides, must say that another no longer answers or has died, and end with a status other than 0 within
# 12 seconds of the cut.  Exit status 77: not run, as hosts.sh has it.
#
# What the launcher makes of the cut says nothing about the PEs.  It may fail at once and kill all that it
# started, or wait for the host that is gone.  So each PE has a session of its own, which the launcher does
# not kill, and the hosts stay until all PEs have ended.
hosts=$1
shift
cut_after=5
work=$(mktemp -d) || exit 1
real_mpiexec=${MPIEXEC:-mpiexec}

cat >"$work/mpiexec" <<END
#!/bin/sh
"$real_mpiexec" "\$@"
while [ ! -e "$work/all_ended" ]; do
    sleep 0.1
done
END
cat >"$work/pe" <<END
#!/bin/sh
"\$@" >"$work/\$PMI_RANK" 2>&1
echo "(ended with \$?, \$(date +%s))" >>"$work/\$PMI_RANK"
END
chmod +x "$work/mpiexec" "$work/pe"

start=$(date +%s)
# A session has no controlling terminal to hang up and is no process group of the launcher's.
CUT_AFTER=$cut_after MPIEXEC="$work/mpiexec" MPIEXEC_OPTIONS=-disable-auto-cleanup timeout -k 2 20 \
    "$(dirname "$0")/hosts.sh" "$hosts" 1 setsid --fork --wait "$work/pe" "$@" &
job=$!
trap 'kill "$job" 2>/dev/null; wait "$job"; rm -rf "$work"' EXIT

count_ended()
{
    for pe in $(seq 0 $((hosts - 1))); do
        grep "^(ended" "$work/$pe" 2>/dev/null
    done | wc -l
}
while kill -0 "$job" 2>/dev/null && [ "$(count_ended)" -lt "$hosts" ]; do
    sleep 0.2
done
touch "$work/all_ended"
if ! kill -0 "$job" 2>/dev/null; then
    wait "$job"
    [ $? -ne 77 ] || exit 77
fi

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
