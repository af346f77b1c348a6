#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Runs kernels that another release of LLVM has made SPIR-V of: `tools/other_modules.sh THEIRS`.  THEIRS is
# a build folder of the same checkout, or has the modules of one in the same places.  The tests of the
# driver's compiler run with its modules, and jacobi with the device library that is linked into its kernels.
set -eu

theirs=$(cd "$1" && pwd)
cd "$(dirname "$0")/../build/release"
kernels=driver/tests/compile
failed=
TEST_KERNELS=$theirs/$kernels ctest -j "$(nproc)" --no-tests=error --output-on-failure -R '^zed_compile_' ||
    failed=" zed_compile"
TEST_KERNELS=$theirs/tests/kernels/integers ctest --no-tests=error --output-on-failure -R '^kernels-integers$' ||
    failed="$failed kernels-integers"

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp bin/jacobi "$theirs/bin/jacobi.spv" "$folder"
mpiexec=$(command -v mpiexec.hydra || command -v mpiexec)
"$mpiexec" -n 4 "$folder/jacobi" || failed="$failed jacobi"
[ -z "$failed" ] || { echo "other_modules: failed:$failed"; exit 1; }
