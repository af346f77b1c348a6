#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# chosen.sh LIBRARIES LAUNCHER ISHMEM_INFO: an installation without Open MPI's module takes the one for PMIx
# by itself, where the launcher provides that.
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cp -d "$1"/libishmem.so* "$1"/libze_cpu.so* "$1/libishmem_pmix.so" "$work/"
[ ! -e "$1/libishmem_mpi.so" ] || cp "$1/libishmem_mpi.so" "$work/"
unset ISHMEM_BOOTSTRAP_MODULE
output=$(LD_LIBRARY_PATH="$work" timeout 60 "$2" 3 "$3" 2>&1)
status=$?
printf '%s\n' "$output"
[ "$status" -eq 0 ] && printf '%s\n' "$output" | grep -qx "Started by PMIx: 3 PEs"
