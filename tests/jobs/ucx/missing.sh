#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# missing.sh LIBRARIES MPIEXEC ISHMRUN PROGRAM: what a job that wants UCX is told by an installation without it, on one PE
# or on all; and that a job that wants nothing still starts there.
libraries=$1
mpiexec=$2
ishmrun=$3
program=$4
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0
export ISHMEM_PES_PER_NODE=1 ISHMEM_SYMMETRIC_SIZE=16M

# runs WHAT PATTERN COMMAND...: what is to happen, failure or success, and what must be said.
runs()
{
    what=$1
    pattern=$2
    shift 2
    output=$(timeout 30 "$@" 2>&1)
    status=$?
    [ "$status" -lt 124 ] || what=timeout
    case $what,$status in
    success,0 | failure,[1-9]*) ;;
    *) failed=1 && echo "missing.sh: status $status of $*: $output" ;;
    esac
    printf '%s\n' "$output" | grep -Eq -- "$pattern" || {
        echo "missing.sh: nothing matches '$pattern' in: $output"
        failed=1
    }
}

cp -d "$libraries"/libishmem.so* "$libraries"/libze_cpu.so* "$libraries"/libishmem_mpi*.so "$work/"
words="the transport by UCX cannot be loaded: libishmem_ucx.so: cannot open .*; expected libishmem_ucx.so next to"
runs success "" "$mpiexec" -n 2 env LD_LIBRARY_PATH="$work" "$program"
runs failure "PE 0: $words" "$mpiexec" -n 2 env ISHMEM_TRANSPORT=ucx LD_LIBRARY_PATH="$work" "$program"
if [ -e "$libraries/libishmem_ucx.so" ]; then
    runs failure "PE 1: $words" "$mpiexec" -n 1 env ISHMEM_TRANSPORT=ucx "$program" \
        : -n 1 env ISHMEM_TRANSPORT=ucx LD_LIBRARY_PATH="$work" "$program"
    # UCX itself does not start.
    runs failure "UCX cannot be used on PE 0: ucp_init failed: " env ISHMEM_TRANSPORT=ucx UCX_TLS=none \
        "$ishmrun" -n 2 "$program"
fi
exit $failed
