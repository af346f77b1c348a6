#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# From a bare Debian 12 machine to all tests passed. Arguments go to ctest (say, -L unit).
set -eu

cd "$(dirname "$0")/.."
tools/build.sh release
exec ctest --preset release --no-tests=error -j "$(nproc)" "$@"
