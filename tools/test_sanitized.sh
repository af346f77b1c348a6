#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Builds the tests of teams and collectives, of the OpenSHMEM and the NVSHMEM library, of MPI below
# MPI_THREAD_MULTIPLE and of `ishmem_info --check` with AddressSanitizer and UndefinedBehaviorSanitizer, then
# with ThreadSanitizer, and runs them: `tools/test_sanitized.sh [preset ...]`.  Kernels themselves are
# compiled without; ThreadSanitizer, which does not know how they change stacks, sees hosts alone.
set -e
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || set -- asan tsan
hosts="host_team|host_collective|host_collective_mix|host_collective_threads"
names="openshmem_(untyped|old_names|active_sets|set_threads)|nvshmem_(host|untyped|stream)"
kernels="device_collective-moves|device_collective_steps"

# UCX's own hooks do not go with the sanitizers'; MPICH and LLVM keep memory until the process ends.
export UCX_MEM_EVENTS=no
# hwloc's OpenCL brings Intel's, which binds its own libraries first; the sanitizers end such a process.
export HWLOC_COMPONENTS=-opencl
# Some tests preload a library that is built with AddressSanitizer, too.
export ASAN_OPTIONS=detect_leaks=0:verify_asan_link_order=0
export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
export TSAN_OPTIONS="suppressions=$PWD/tests/tsan.supp"
export TEST_DIVISOR="${TEST_DIVISOR:-20}"
for preset; do
    tests=$hosts
    with_kernels="nvshmem_stream|startup-driven-queue"
    if [ "$preset" != tsan ]; then
        tests="$hosts|$kernels"
        with_kernels="^$"
    fi
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
