#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Builds the tests of teams and collectives with AddressSanitizer and UndefinedBehaviorSanitizer, then
# with ThreadSanitizer, and runs them: `tools/test_sanitized.sh [preset ...]`.  Kernels run without.
set -e
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || set -- asan tsan
targets="collective_messages collective_schedules test_team_list test_team_table host_team
    host_collective host_collective_mix host_collective_threads device_collective
    device_collective_steps"
tests='^(collective_|team_)|^(host_team|host_collective|host_collective_mix|host_collective_threads|'
tests="${tests}device_collective-moves|device_collective_steps)-[1-4]pe$|hosts_of_[23]-[34]pe$"

# UCX's own hooks do not go with the sanitizers'; MPICH and LLVM keep memory until the process ends.
export UCX_MEM_EVENTS=no
export ASAN_OPTIONS=detect_leaks=0
export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
export TSAN_OPTIONS="suppressions=$PWD/tests/tsan.supp"
export TEST_DIVISOR="${TEST_DIVISOR:-20}"
for preset; do
    cmake --preset "$preset"
    # shellcheck disable=SC2086
    cmake --build --preset "$preset" --target $targets
    ctest --preset "$preset" --no-tests=error -j 2 -R "$tests"
done
