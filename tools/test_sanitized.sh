#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Builds the tests of teams and collectives, of the OpenSHMEM and the NVSHMEM library, of MPI below
# MPI_THREAD_MULTIPLE and of `ishmem-info --check` with AddressSanitizer and UndefinedBehaviorSanitizer, then
# with ThreadSanitizer, and runs them: `tools/test_sanitized.sh [preset ...]`.  By default the drivers and
# their compiler are built so, too; `tools/test_sanitized.sh asan tsan` runs what needs no kernels on the driver
# of build/release.  Kernels themselves are compiled without; ThreadSanitizer, which does not know how they
# change stacks, sees hosts alone.
set -e
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || set -- asan-driver tsan-driver
hosts="host_team|host_collective|host_collective_mix|host_collective_threads"
names="openshmem_(untyped|old_names|active_sets|set_threads)|nvshmem_(host|untyped|stream)"
kernels="device_collective-moves|device_collective_steps"

# CMakePresets.json sets what the sanitizers need: UCX's own hooks do not go with theirs; hwloc's OpenCL brings
# Intel's, which binds its own libraries first, and such a process is ended; MPICH and LLVM keep memory until the
# process ends; some tests preload a library that is built with AddressSanitizer, too.
export TEST_DIVISOR="${TEST_DIVISOR:-20}"
for preset; do
    tests=$hosts
    with_kernels="^$"
    case $preset in
        asan-driver) tests="$hosts|$kernels" ;;
        tsan*) with_kernels="nvshmem_stream|startup-driven-queue" ;;
    esac
    cmake --preset "$preset"
    # The program is what comes before the table of a test's routines.
    # shellcheck disable=SC2046
    cmake --build --preset "$preset" --target collective_messages collective_schedules \
        test_team_list test_team_table $(echo "$tests" | sed 's/-[a-z]*//g; s/|/ /g') \
        openshmem_untyped openshmem_old_names openshmem_active_sets openshmem_set_threads \
        nvshmem_host nvshmem_untyped nvshmem_stream program_mpi startup_driven ishmem_info ishmrun
    ctest --preset "$preset" --no-tests=error -j 2 \
        -R "^collective_(messages|schedules)|^team_|^($tests)-([1-4]|hosts_of_[23]-[34])pe$"
    ctest --preset "$preset" --no-tests=error -j 2 -LE long -E "$with_kernels" \
        -R "^($names)-((far|pairs|driven|comm)-)?[234]pe$|^startup-driven-|^unit.tools.check$"
done
