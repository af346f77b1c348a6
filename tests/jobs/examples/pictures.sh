#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# jacobi's pictures: what goes in comes out, in every PGM format, PNG holds the same, and a solve of a picture passes.
#
#     pictures.sh JACOBI SAMPLE.pgm LAUNCHER...
set -eu

jacobi=$1
sample=$2
shift 2
scratch=$(mktemp -d "${TMPDIR:-/tmp}/ishmem-pictures.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

fail()
{
    echo "FAIL: $*" >&2
    exit 1
}

# run WHAT COMMAND...: shows the command's output if it fails.
run()
{
    what=$1
    shift
    "$@" >log 2>&1 || { cat log >&2; fail "$what"; }
}

# One number a line.
numbers()
{
    tr -s ' \n' '\n\n' | sed '/^$/d'
}

# The values of a binary picture with a header of three lines.
values()
{
    header=$(head -n 3 "$1" | wc -c)
    tail -c +"$((header + 1))" "$1" | od -An -v -t u1 | numbers
}

# By no iteration at all: the picture itself.
run "8-bit text" "$@" "$jacobi" --image-in "$sample" --iterations 0 --image same.pgm
sed 1,3d "$sample" | numbers >expected
values same.pgm >got
cmp -s expected got || fail "the picture that came out is not the one that went in"

# The binary one that came out goes in again.
run "8-bit binary" "$@" "$jacobi" --image-in same.pgm --iterations 0 --image again.pgm
cmp -s same.pgm again.pgm || fail "a binary picture changes on its way"

# 16 bits, text and binary, with comments: the same plate.
{
    printf 'P2 # text\n# 16 bits\n4 3\n65535\n'
    printf '0 65535 257 514 771 1028 1285 1542 1799 2056 2313 2570\n'
} >text16.pgm
{
    printf 'P5\n4 # binary\n3\n65535\n'
    printf '\000\000\377\377\001\001\002\002\003\003\004\004'
    printf '\005\005\006\006\007\007\010\010\011\011\012\012'
} >binary16.pgm
run "16-bit text" "$jacobi" --image-in text16.pgm --iterations 0 --image a.pgm
run "16-bit binary" "$jacobi" --image-in binary16.pgm --iterations 0 --image b.pgm
cmp -s a.pgm b.pgm || fail "16-bit text and binary pictures differ"
[ "$(values a.pgm | tr '\n' ' ')" = "0 255 1 2 3 4 5 6 7 8 9 10 " ] ||
    fail "16-bit values are wrong"

# A solve; the heat sources stay as they were.
run "the solve" "$@" "$jacobi" --image-in "$sample" --tolerance 0.001 --image solved.pgm
grep -q '^jacobi: PASS' log || fail "no PASS line"
values solved.pgm >got
paste expected got | awk '$1 == 255 && $2 != 255 { exit 1 }' || fail "a heat source changed"
paste expected got | awk '$1 != $2 { n++ } END { exit n < 1000 }' ||
    fail "the heat did not spread"

# PNG holds what PGM holds: another program's zlib checks the stream, every chunk's checksum is right, and a row
# may be longer than a stored block.
run "PNG" "$@" "$jacobi" --image-in solved.pgm --iterations 0 --image solved.png
run "wide PGM" "$@" "$jacobi" 70000 16 --iterations 1 --no-check --image wide.pgm
run "wide PNG" "$@" "$jacobi" 70000 16 --iterations 1 --no-check --image wide.png
python3 - solved wide <<'END' || fail "PNG"
import pathlib, struct, sys, zlib
for name in sys.argv[1:]:
    png = pathlib.Path(name + ".png").read_bytes()
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    chunks, at = [], 8
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at:at + 8])
        content = png[at + 8:at + 8 + length]
        assert struct.unpack(">I", png[at + 8 + length:at + 12 + length])[0] == zlib.crc32(kind + content), kind
        chunks.append((kind, content))
        at += 12 + length
    kinds = [kind for kind, _ in chunks]
    assert kinds[:2] == [b"IHDR", b"PLTE"] and kinds[-1] == b"IEND" and set(kinds[2:-1]) == {b"IDAT"}, kinds
    width, height, *form = struct.unpack(">IIBBBBB", chunks[0][1])
    assert form == [8, 3, 0, 0, 0] and len(chunks[1][1]) == 3 * 256
    points = zlib.decompress(b"".join(content for kind, content in chunks if kind == b"IDAT"))
    assert len(points) == (width + 1) * height
    rows = [points[y * (width + 1):(y + 1) * (width + 1)] for y in range(height)]
    assert all(row[0] == 0 for row in rows)
    header, pgm = f"P5\n{width} {height}\n255\n".encode(), pathlib.Path(name + ".pgm").read_bytes()
    assert pgm == header + b"".join(row[1:] for row in rows), name
END
echo "pictures: PASS"
