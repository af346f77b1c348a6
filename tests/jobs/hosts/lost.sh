#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# lost.sh cut|killed HOSTS PROGRAM ARGUMENTS...: a job of one PE a host that loses a PE.  With `cut` the last
# host loses its link: each PE, on both sides, must say that another no longer answers or has died.  With
# `killed` the program kills PE 1: each other PE must say that PE 1 has died.  They must end with a status
# other than 0 within 12 seconds of the loss, and so must the job whose PE was killed, in its time.  Exit status
# 77: not run, as hosts.sh has it.
#
# What the launcher makes of the loss says nothing about the other PEs.  It may fail at once and kill all that it
# started, or wait for the host that is gone.  So each PE has a session of its own, which the launcher does
# not kill, and speaks into a file, and the hosts stay until all PEs have ended.
how=$1
hosts=$2
shift 2
work=$(mktemp -d) || exit 1
real_mpiexec=${MPIEXEC:-mpiexec}
case $how in
cut) words="PE [0-9] (no longer answers|has died)" cut_after=5 ;;
killed) words="PE 1 has died" cut_after='' ;;
*) echo "lost.sh: $how: neither cut nor killed" && exit 2 ;;
esac

cat >"$work/mpiexec" <<END
#!/bin/sh
"$real_mpiexec" "\$@"
status=\$?
while [ ! -e "$work/all_ended" ]; do
    sleep 0.1
done
exit \$status
END
cat >"$work/pe" <<END
#!/bin/sh
"\$@" >"$work/\$PMI_RANK" 2>&1
status=\$?
echo "(ended with \$status, \$(date +%s))" >>"$work/\$PMI_RANK"
exit \$status
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
if [ "$how" = killed ]; then
    wait "$job"
    status=$?
    [ "$status" -ne 0 ] && [ "$status" -ne 124 ] || { echo "lost.sh: the job ended with status $status"; failed=1; }
    lost=$(sed -n 's/^(ended with 137, \([0-9]*\))$/\1/p' "$work/1")
    [ "$lost" ] || { cat "$work/1"; echo "lost.sh: PE 1 was not killed"; exit 1; }
else
    lost=$((start + cut_after))
fi
for pe in $(seq 0 $((hosts - 1))); do
    sed "s/^/host $((pe + 1)): /" "$work/$pe"
    [ "$how,$pe" != killed,1 ] || continue
    grep -Eq "$words" "$work/$pe" ||
        { echo "lost.sh: PE $pe has not said what happened"; failed=1; }
    ended=$(sed -n 's/^(ended with [1-9][0-9]*, \([0-9]*\))$/\1/p' "$work/$pe")
    [ "$ended" ] && [ "$ended" -le $((lost + 12)) ] ||
        { echo "lost.sh: PE $pe has not ended in time, or with status 0"; failed=1; }
done
exit $failed
