#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# exports_test.sh CC INCLUDE_DIR LIBRARY.spv
#
# The device library exports exactly what ishmem_device.h declares.  The test `census` compares both with
# the routines of the API.
set -u
cc=$1 include=$2 library=$3
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
export LC_ALL=C
status=0

spirv-dis "$library" | grep -oP 'LinkageAttributes "\Kishmemx?_[^"]+(?=" Export)' |
    sort > "$work/exported"
# Declarations end with a semicolon.  Overloads are further names for exports, whose symbols are taken
# apart, as not all types have overloads; or functions that the header defines itself.
"$cc" -E -P -x c -D__OPENCL_C_VERSION__=200 -I "$include" "$include/ishmem_device.h" |
    tr -s '\n' ' ' | tr ';' '\n' > "$work/declarations"
grep -vE '__asm__|static inline' "$work/declarations" | grep -oP '\bishmemx?_\w+(?= ?\()' |
    sort -u > "$work/declared"
grep -oP '__asm__ ?\(\K[^)]+' "$work/declarations" | tr -d '" ' | sort -u > "$work/overloads"
spirv-dis "$library" | grep -oP 'LinkageAttributes "\K[^"]+(?=" Export)' | sort > "$work/symbols"

differing=$(comm -3 "$work/declared" "$work/exported")
[ -s "$work/declared" ] && [ -z "$differing" ] ||
    { echo "only declared, or (indented) only exported:"; echo "$differing"; status=1; }
unknown=$(comm -23 "$work/overloads" "$work/symbols")
[ -s "$work/overloads" ] && [ -z "$unknown" ] ||
    { echo "names of overloads, not exported:"; echo "$unknown"; status=1; }
echo "$(wc -l < "$work/exported") exports, $(wc -l < "$work/declared") declarations"
exit $status
