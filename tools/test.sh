#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# From a bare Debian machine to all tests passed: `tools/test.sh [--all] [ctest's options]`.
# Without --all the tests that are labelled `long` are left out; they repeat what others test on more
# devices, with more PEs or for longer.
set -eu

cd "$(dirname "$0")/.."
left_out="-LE ^long$"
if [ "${1:-}" = --all ]; then
    left_out=
    shift
fi
tools/build.sh --test

# Tests run more PEs than there are processors, which Linux 6.18 does not always schedule
# (docs/environment.md, "More PEs than processors").
autogroup=/proc/sys/kernel/sched_autogroup_enabled
if [ -w "$autogroup" ] && before=$(cat "$autogroup") && echo 0 2>/dev/null >"$autogroup"; then
    trap 'echo "$before" >"$autogroup"' EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM
fi
# shellcheck disable=SC2086 # an option and its value
ctest --preset release --no-tests=error -j "$(nproc)" $left_out "$@"
