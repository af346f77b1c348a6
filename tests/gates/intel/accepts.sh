#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# accepts.sh MODULE.spv DEVICE [OCLOC-OPTION...]
#
# The SPIR-V validator and Intel's offline compiler for the device both accept the module, and the compiler
# finds no null pointer in it.
set -u
module=$1 device=$2
shift 2

for tool in spirv-val:spirv-tools "ocloc:intel-ocloc or intel-opencl-icd"; do
    command -v "${tool%:*}" > /dev/null || {
        echo "${tool%:*} is not installed; on Debian: apt-get install ${tool#*:}"
        exit 1
    }
done
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

spirv-val "$module" || exit 1
ocloc compile -file "$module" -spirv_input -device "$device" "$@" -output "$work/module" \
    -output_no_suffix > "$work/said" 2>&1
status=$?
cat "$work/said"
[ "$status" -eq 0 ] || exit 1
! grep -i "null pointer" "$work/said" > /dev/null || { echo "ocloc has found a null pointer"; exit 1; }
# Newer versions end the name with .bin all the same.
[ -s "$work/module" ] || [ -s "$work/module.bin" ] || { echo "ocloc wrote nothing"; exit 1; }
