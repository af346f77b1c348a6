#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# headers_test.sh ISHMEMCC INCLUDE_DIR
#
# Each device header compiles alone, without a warning.
set -u
ishmemcc=$1 include=$2
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
status=0

# Everything but what does not fit: SPIR-V's own names are reserved ones, padding is meant, a copy
# casts to wider units once it knows the alignment, its body is a function in a header, this is C99,
# and a switch may have a default.
quiet=(-Wno-reserved-identifier -Wno-padded -Wno-cast-align -Wno-missing-prototypes
    -Wno-declaration-after-statement -Wno-switch-enum)
for header in ishmem_device.h "$include"/ishmem/{device,collective}/*.h; do
    header=${header#"$include"/}
    # What is left out is a part of language.h.
    [ "$header" = ishmem/collective/combine.h ] && continue
    printf '#include "%s"\n' "$header" > "$work/alone.cl"
    "$ishmemcc" -c -Weverything "${quiet[@]}" -Werror "$work/alone.cl" -o "$work/alone.bc" ||
        { echo "$header does not compile alone"; status=1; }
done
exit $status
