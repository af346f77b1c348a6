#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# What the examples say to bad arguments: one clear line and exit status that is not 0.
#
#     arguments.sh JACOBI RING LAUNCHER-WITH-4-PES...
set -eu

jacobi=$1
ring=$2
shift 2
scratch=$(mktemp -d "${TMPDIR:-/tmp}/ishmem-arguments.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

# refused TEXT COMMAND...: the command fails and its output has TEXT.
refused()
{
    text=$1
    shift
    if timeout 60 "$@" >log 2>&1; then
        echo "FAIL: accepted: $*" >&2
        exit 1
    fi
    if ! grep -qF -- "$text" log; then
        cat log >&2
        echo "FAIL: '$text' is not in the above: $*" >&2
        exit 1
    fi
}

printf 'P6\n4 3\n255\n' >colour.pgm
printf 'P5\n4 3\n255\nabc' >short.pgm
printf 'P2\n2 3\n255\n1 2 3 4 5 6\n' >narrow.pgm
printf 'P2\n3 3\n9\n1 2 3 4 5 6 7 8 10\n' >bright.pgm

refused 'bad argument: 64x48' "$jacobi" 64x48
refused 'bad argument: NX NY' "$jacobi" 64
refused 'bad argument: 2' "$jacobi" 2 48
refused 'bad argument: 7' "$jacobi" 64 48 7
refused 'bad argument: --iterations' "$jacobi" --iterations
refused 'bad argument: --iterations' "$jacobi" --iterations -1
refused 'bad argument: --tolerance' "$jacobi" --tolerance nan
refused 'bad argument: --warp' "$jacobi" --warp 9
refused 'bad argument: NX NY' "$jacobi" 64 48 --image-in short.pgm
refused 'none.pgm: cannot be opened' "$jacobi" --image-in none.pgm
refused 'colour.pgm: not a PGM picture' "$jacobi" --image-in colour.pgm
refused 'short.pgm: the picture ends' "$jacobi" --image-in short.pgm
refused 'narrow.pgm: bad PGM header' "$jacobi" --image-in narrow.pgm
refused 'bright.pgm: the picture ends, or has a value above 9' "$jacobi" --image-in bright.pgm
refused 'none/out.pgm: cannot be opened' "$jacobi" 16 16 --iterations 1 --image none/out.pgm
refused 'usage: ring' "$ring" 0
refused 'usage: ring' "$ring" 3 4
# On several PEs, too: fewer inner rows than PEs, a picture that only PE 0 reads.
refused 'a plate of 5 rows has 3 inner ones: too few for 4 PEs' "$@" "$jacobi" 100 5
refused 'none.pgm: cannot be opened' "$@" "$jacobi" --image-in none.pgm
refused 'ISHMEM_SYMMETRIC_SIZE' env ISHMEM_SYMMETRIC_SIZE=1M "$@" "$jacobi" 2000 2000
timeout 60 "$jacobi" --help >log
grep -q '^usage: jacobi' log
echo "arguments: PASS"
