#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# headers_test.sh ISHMEMCC SOURCE_DIR
#
# Each header that kernels or the device library include compiles alone, without a warning.
set -u
ishmemcc=$1 src=$2/src
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
status=0

# Everything but what does not fit: SPIR-V's own names are reserved ones, padding is meant, a copy
# casts to wider units once it knows the alignment, its body is a function in a header, this is C99,
# and a switch may have a default.  Newer compilers warn of each use of a pointer as an array, and of
# each switch over all values.
quiet=(-Wno-unknown-warning-option -Wno-unsafe-buffer-usage
    -Wno-reserved-identifier -Wno-padded -Wno-cast-align -Wno-missing-prototypes
    -Wno-declaration-after-statement -Wno-switch-enum -Wno-switch-default -Wno-nrvo)
for header in ishmem_device.h ishmem/device/{declare,handle}.h "$src"/{device/body,shared,shared/collective}/*.h
do
    header=${header#"$src"/}
    # The first is a part of language.h, the second for the host alone.
    [[ $header == shared/@(collective/combine|mapped).h ]] && continue
    : > "$work/alone.cl"
    [[ $header == shared/collective/* ]] && echo '#include "device/body/collectives.h"' > "$work/alone.cl"
    printf '#include "%s"\n' "$header" >> "$work/alone.cl"
    "$ishmemcc" -c -I "$src" -Weverything "${quiet[@]}" -Werror "$work/alone.cl" -o "$work/alone.bc" ||
        { echo "$header does not compile alone"; status=1; }
done
exit $status
