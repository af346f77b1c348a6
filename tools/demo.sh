#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# From a bare Debian machine to the main job: four PEs solve a heat conduction problem, with
# communication that starts inside their kernels. Arguments go to jacobi; PES sets how many PEs.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
"$root/tools/build.sh" release --target demo
exec "$root/build/release/bin/ishmrun" -n "${PES:-4}" "$root/build/release/bin/jacobi" "$@"
