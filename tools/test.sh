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
# shellcheck disable=SC2086 # an option and its value
exec ctest --preset release --no-tests=error -j "$(nproc)" $left_out "$@"
