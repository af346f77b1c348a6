#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# killed_init.sh MPIEXEC NPES TRIALS PROGRAM: PE 1 of the job is killed at a random time within
# ishmem_init, TRIALS times; with DIE, the path of die.c's library, in the call that DIE_IN names, and
# each sentence must match WORDS.  The launcher leaves the others alone, as in killed.sh.  Each must end with
# a status other than 0 within the limit that ISHMEM_START_TIMEOUT sets, and the seconds in which PEs
# find out who is missing, and have said in which step it waited or that PE 1 has died.  Nothing may be
# left behind.
#
# Now and then the launcher kills PEs with their shells before they can find out: when MPI or UCX in one of them
# notices that PE 1 is gone and aborts, when one has no handler yet for the SIGUSR1 by which the launcher
# tells of PE 1's death, and when the launcher itself fails because it wrote to PE 1.  Such PEs need only be gone.
# With DIE, PE 1 ends where none of this happens.  Then, too, the launcher may end a shell while it ends
# itself: of such a PE there is no status, and it need only have said its sentence and be gone.
#
# The PEs speak into files, since a launcher that ends before them drops what they say later.
mpiexec=$1
npes=$2
trials=$3
program=$4
export DIE="${DIE:-}"
most_ms=400
limit_s=2
slack_s=12
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
mkdir "$work/tmp"

failed=0
fail()
{
    echo "killed_init.sh: $*"
    failed=1
}

# What is in /dev/shm now, goes within a while unless it has been left behind.
require_gone()
{
    for _ in 1 2 3 4 5 6 7 8 9 10; do
        [ -e "/dev/shm/$1" ] || return
        sleep 1
    done
    fail "left in /dev/shm: $1"
}

# A launcher that has failed leaves PEs to their own limit.
require_ended()
{
    for _ in $(seq $((5 * (limit_s + slack_s)))); do
        kill -0 "$1" 2>/dev/null || return
        sleep 0.2
    done
    fail "process $1 has not ended"
}

run_trial()
{
    ms=$(($(od -An -N4 -tu4 /dev/urandom) % most_ms))
    mode=init
    [ -z "${DIE:-}" ] || { mode=barrier; ms=0; }
    ls /dev/shm >"$work/before"
    rm -f "$work"/said.*
    start=$(date +%s)
    SAID="$work/said" ISHMEM_START_TIMEOUT=$limit_s TMPDIR="$work/tmp" timeout -k 5 40 \
        "$mpiexec" -disable-auto-cleanup -n "$npes" \
        sh -c 'trap : USR1
               exec >"$SAID.$PMI_RANK" 2>&1
               LD_PRELOAD=$DIE sh -c "echo \"(process \$\$)\"; exec \"\$0\" \"\$@\"" "$0" "$@"
               echo "(PE $PMI_RANK ended with $?)"' \
        "$program" $mode "$ms" >"$work/output" 2>&1
    took=$(($(date +%s) - start))
    echo "---- killed after $ms ms; the job took $took s"
    [ "$took" -le $((limit_s + slack_s)) ] || fail "the job went on for $took s"
    for process in $(cat "$work"/said.* | sed -n 's/.*(process \([0-9]*\)).*/\1/p'); do
        require_ended "$process"
    done
    cat "$work"/said.* >>"$work/output"
    cat "$work/output"
    require_words
}

# By the launcher, with its shell or by SIGKILL, SIGUSR1 or SIGTERM alone.
is_killed()
{
    [ -z "${DIE:-}" ] && ! grep -E "\(PE $1 ended" "$work/output" | grep -Eqv "with (137|138|143)\)"
}

require_words_of()
{
    ! grep -Eq "\(PE $1 ended with 0\)" "$work/output" || fail "PE $1 has ended with status 0"
    grep -Eq "^Abort\(" "$work/output" ||
        grep -Eq "ishmem: (PE|rank) $1: .*(PE 1 .*while this PE|start-up has not ended)" "$work/output" ||
        fail "PE $1 has not said what happened"
    [ -z "${WORDS:-}" ] || grep -Eq "ishmem: (PE|rank) $1: .*($WORDS)" "$work/output" ||
        fail "PE $1 has not said: $WORDS"
}

require_words()
{
    for pe in $(seq 0 $((npes - 1))); do
        [ "$pe" -eq 1 ] || is_killed "$pe" || require_words_of "$pe"
    done
    # MPI and UCX remove these names in a later step than the one that makes them.  A process that is killed
    # in between is the only one that knew them.
    for name in $(ls /dev/shm | grep -Ev "^(ucx_shm_posix_|mpich_shar_tmp)"); do
        grep -qx "$name" "$work/before" || require_gone "$name"
    done
}

while [ "$trials" -gt 0 ]; do
    run_trial
    trials=$((trials - 1))
done
[ -z "$(ls -A "$work/tmp")" ] || fail "left in TMPDIR: $(ls -A "$work/tmp")"
exit $failed
