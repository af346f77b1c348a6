#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# other_mpi.sh LIBRARIES PROGRAM PRELOADED: what a program of Open MPI's is told by an installation
# that has no module for it, and by one that has no module at all.
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0

# says PATTERN COMMAND...
says()
{
    pattern=$1
    shift
    output=$(LD_LIBRARY_PATH="$work" timeout 60 "$@" 2>&1)
    status=$?
    if [ "$status" -eq 0 ] || [ "$status" -ge 124 ] ||
        ! printf '%s\n' "$output" | grep -Eq -- "$pattern"; then
        echo "other_mpi.sh: status $status, nothing matches '$pattern' in: $output"
        failed=1
    fi
}

cp -d "$1"/libishmem.so* "$1"/libze_cpu.so* "$1/libishmem_mpi.so" "$work/"
says "the program uses Open MPI .Open MPI v9.9.9., for which libishmem has no module here: build" \
    env "LD_PRELOAD=$3" "OTHER_MPI=Open MPI v9.9.9, package: of tests" "$2"
says "Open MPI's mpiexec started 2 processes .*; libishmem was built without Open MPI here" \
    env OMPI_COMM_WORLD_SIZE=2 OMPI_COMM_WORLD_RANK=0 "$2"
rm "$work/libishmem_mpi.so"
says "the bootstrap module cannot be loaded: libishmem_mpi.so: cannot open" "$2"
exit $failed
