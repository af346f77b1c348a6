#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Called by rattler-build in the source tree, beside recipe.yaml.
set -eu

# shellcheck disable=SC2086 # CMAKE_ARGS is a list of options
cmake -S . -B build/conda -G Ninja ${CMAKE_ARGS:-} \
    -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_INSTALL_PREFIX="$PREFIX" \
    -DCMAKE_INSTALL_LIBDIR=lib \
    -DCMAKE_PREFIX_PATH="$PREFIX" \
    -DBUILD_TESTING=OFF \
    -DISHMEM_FEW_PIECES=ON \
    -DISHMEM_WITH_PMIX=OFF \
    -DISHMEM_WITH_UCX=OFF
cmake --build build/conda --parallel "${CPU_COUNT:-1}"
cmake --install build/conda
