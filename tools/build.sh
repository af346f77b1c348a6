#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Installs what is missing, then configures and builds below build/: `tools/build.sh [--test] [preset] [options of
# cmake --build]`, by default the preset release.  Without --test a new build has no tests.
set -eu

cd "$(dirname "$0")/.."
tests=OFF
pieces=-DISHMEM_FEW_PIECES=ON
if [ "${1:-}" = --test ]; then
    tests=ON
    pieces=
    shift
fi
preset=${1:-release}
[ $# -eq 0 ] || shift
build=build/$preset
if [ $tests = ON ]; then
    tools/setup.sh --test
    grep -qs '^BUILD_TESTING:[A-Z]*=ON$' "$build/CMakeCache.txt" || rm -f "$build/build.ninja"
else
    tools/setup.sh
fi
[ -f "$build/build.ninja" ] || cmake --preset "$preset" -DBUILD_TESTING=$tests $pieces
exec cmake --build --preset "$preset" "$@"
