#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Builds the tests of teams and collectives with AddressSanitizer and UndefinedBehaviorSanitizer, then
# with ThreadSanitizer, and runs them: `tools/test_sanitized.sh [preset ...]`.  Kernels themselves are
# compiled without; ThreadSanitizer, which does not know how they change stacks, sees hosts alone.
set -e
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || set -- asan tsan
hosts="host_team|host_collective|host_collective_mix|host_collective_threads"
kernels="device_collective-moves|device_collective_steps"

# UCX's own hooks do not go with the sanitizers'; MPICH and LLVM keep memory until the process ends.
export UCX_MEM_EVENTS=no
export ASAN_OPTIONS=detect_leaks=0
export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
export TSAN_OPTIONS="suppressions=$PWD/tests/tsan.supp"
export TEST_DIVISOR="${TEST_DIVISOR:-20}"
for preset; do
    tests=$hosts
    [ "$preset" = tsan ] || tests="$hosts|$kernels"
    cmake --preset "$preset"
    # The program is what comes before the table of a test's routines.
    # shellcheck disable=SC2046
    cmake --build --preset "$preset" --target collective_messages collective_schedules \
        test_team_list test_team_table $(echo "$tests" | sed 's/-[a-z]*//g; s/|/ /g')
    ctest --preset "$preset" --no-tests=error -j 2 \
        -R "^collective_(messages|schedules)|^team_|^($tests)-([1-4]|hosts_of_[23]-[34])pe$"
done
