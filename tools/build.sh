#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Installs what is missing, then configures and builds a preset (release unless named) below build/.
set -eu

cd "$(dirname "$0")/.."
preset=${1:-release}
tools/setup.sh
[ -f "build/$preset/build.ninja" ] || cmake --preset "$preset"
cmake --build --preset "$preset"
