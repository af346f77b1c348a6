#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# killed.sh MPIEXEC NPES WORDS PROGRAM ARGUMENTS...: PE 1 of the job is killed.  Each other PE must
# have said so, in a line with WORDS (an extended regular expression), and have ended by itself, with a
# status other than 0, within 5 seconds of the death; nothing may be left behind.
#
# The launcher is told to leave the others alone, which otherwise it kills as soon as it learns of the
# death: who comes first is then a matter of luck.  It still sends them SIGUSR1, which the shells around
# the programs must survive.  Now and then it ends the shells, or itself, when PEs end at the same time:
# of such PEs there is no status, and each need only have said its sentence and be gone in time.  The PEs
# speak into files, since a launcher that ends before them drops what they say later.
#
# BEFORE_MPI, if it is set, is a library to load in front of MPI.
mpiexec=$1
npes=$2
words=$3
shift 3

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
mkdir "$work/tmp"
before=$(ls /dev/shm)

start=$(date +%s%N)
SAID="$work/said" TMPDIR="$work/tmp" timeout -k 5 30 "$mpiexec" -disable-auto-cleanup -n "$npes" \
    sh -c 'trap : USR1
           exec >"$SAID.$PMI_RANK" 2>&1
           LD_PRELOAD=${BEFORE_MPI:-} sh -c "echo \"(PE $PMI_RANK is process \$\$)\"; exec \"\$0\" \"\$@\"" "$0" "$@"
           echo "(PE $PMI_RANK ended with $?, $(date +%s%N))"' "$@" \
    >"$work/output" 2>&1
end=$(date +%s%N)

failed=0
fail()
{
    echo "killed.sh: $*"
    failed=1
}

died=$(sed -n 's/.*(PE 1 ended with 137, \([0-9]*\)).*/\1/p' "$work/said.1")
[ "$died" ] || fail "PE 1 was not killed"
[ $(((end - ${died:-$start}) / 1000000)) -le 5000 ] || fail "the job went on for more than 5 s"
pe=0
while [ "$pe" -lt "$npes" ]; do
    said=$work/said.$pe
    if [ "$pe" -ne 1 ]; then
        process=$(sed -n "s/.*(PE $pe is process \([0-9]*\)).*/\1/p" "$said")
        [ "$process" ] || fail "PE $pe has not told its process"
        while [ "$process" ] && kill -0 "$process" 2>/dev/null; do
            [ $(($(date +%s%N) / 1000000 - ${died:-$start} / 1000000)) -le 5000 ] || {
                fail "PE $pe has not ended within 5 s"
                break
            }
            sleep 0.1
        done
        grep -Eq "ishmem: PE $pe: .*PE 1 .*($words)" "$said" ||
            fail "PE $pe has not said what happened"
        ! grep -q "(PE $pe ended with 0" "$said" || fail "PE $pe has ended with status 0"
    fi
    pe=$((pe + 1))
done
cat "$work/output" "$work"/said.*

[ -z "$(ls -A "$work/tmp")" ] || fail "left in TMPDIR: $(ls -A "$work/tmp")"
# What goes within a while is another job's.
for name in $(ls /dev/shm); do
    case " $before " in
        *"$name"*) ;;
        *)
            for _ in 1 2 3 4 5 6 7 8 9 10; do
                [ -e "/dev/shm/$name" ] || break
                sleep 1
            done
            [ ! -e "/dev/shm/$name" ] || fail "left in /dev/shm: $name"
            ;;
    esac
done
exit $failed
