#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# room.sh LIBRARY
#
# The library takes little of the room that the dynamic loader keeps for threads' variables of libraries that
# a program loads while it runs: else dlopen refuses it.
set -eu
bytes=$(($(readelf -lW "$1" | awk '$1 == "TLS" { print $6 }')))
[ "$bytes" -le 512 ] || {
    echo "$1 has $bytes bytes of threads' variables, at most 512 are sure to find room"
    exit 1
}
