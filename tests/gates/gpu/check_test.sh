#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# check_test.sh SOURCE BUILD: the list of tests and gpu_check.sh, on this build.
set -eu
source=$1
build=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
ISHMEM_ROOT=$work
export ISHMEM_ROOT
PATH=$build/bin:$PATH

fail() {
    echo "check_test: $*"
    cat "$work/said"
    exit 1
}

ln -s "$build/bin" "$build/lib" "$build/tests" "$work/"
cp "$source/tests/expect.sh" "$work/"
python3 "$source/tools/gpu_tests.py" "$build" >"$work/tests.txt"
for name in device_rma-2pe device_rma-far-2pe queue_rma-immediate-far-2pe host_collective-8pe device_match-0-2pe \
    random_calls-2pe example.moe.odd-2pe; do
    grep -q "^$name	" "$work/tests.txt" || { echo "check_test: $name is not in the list"; exit 1; }
done
! grep -F -e "$source" -e "$build" "$work/tests.txt" || { echo "check_test: paths of this machine"; exit 1; }

# A test that expects a message, and one that counts checks.
"$source/tools/gpu_check.sh" -j 2 '^(device_match-0-2pe|device_team-1pe)$' >"$work/said" || fail "a test failed"
grep -q '^passed    device_team-1pe: [1-9][0-9]* checks, ' "$work/said" || fail "no checks were counted"
grep -Eq '^2 tests passed with [1-9][0-9]* checks, 0 failed$' "$work/said" || fail "not two tests"

# One that fails, one that does not end, and a pattern that fits nothing.
printf 'wrong\tsh -c "echo a wrong byte; exit 3"\nendless\tsleep 60\n' >"$work/tests.txt"
! "$source/tools/gpu_check.sh" wrong >"$work/said" || fail "a failure is no failure"
grep -q '^    a wrong byte$' "$work/said" || fail "the output of a failure is missing"
! "$source/tools/gpu_check.sh" -t 1 endless >"$work/said" || fail "a test that does not end is no failure"
grep -q '^too long  endless: ' "$work/said" || fail "the time is not named"
! "$source/tools/gpu_check.sh" nothing >"$work/said" || fail "no tests are no failure"
