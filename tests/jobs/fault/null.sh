#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# null.sh MPIEXEC LIBRARY PROGRAM ARGUMENTS...: MPI uses a request that is not there in PE 0 of two (null.c,
# LIBRARY), and no other PE explains it by its death.  PE 0 says so, and ends by its signal, number 11.
#
# A shell tells PE 0's status: MPICH 4.2's launcher loses it now and then.  The launcher may end the shell,
# too, as killed.sh says.
mpiexec=$1
library=$2
shift 2
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

SAID="$work/said" NULL_FROM=100 LIBRARY="$library" timeout -k 5 30 "$mpiexec" -disable-auto-cleanup -n 2 \
    sh -c 'trap : USR1
           exec >"$SAID.$PMI_RANK" 2>&1
           LD_PRELOAD=$LIBRARY "$0" "$@"
           echo "(PE $PMI_RANK ended with $?)"' "$@" >"$work/output" 2>&1
cat "$work/output" "$work"/said.*

failed=0
fail()
{
    echo "null.sh: $*"
    failed=1
}
grep -q "ishmem: PE 0: SIGSEGV at address 0x18 while this PE moved data through MPI" "$work/said.0" ||
    fail "PE 0 has not said where it faulted"
! grep "^(PE 0 ended with" "$work/said.0" | grep -v "with 139)" || fail "PE 0 has not ended by signal 11"
grep -q "ishmem: PE 1: PE 0 has died" "$work/said.1" || fail "PE 1 has not said that PE 0 has died"
exit $failed
