#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# plot.sh MPIEXEC ISHMEM-PERF
#
# What --plot draws, and that it refuses what it cannot draw before anything is measured.
set -u
mpiexec=$1
perf=$2
panels=$(dirname "$0")/plot_test.py
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0

bad()
{
    echo "plot.sh: $*"
    failed=1
}

# plots FILE: what is said is in out and err.
plots()
{
    "$mpiexec" -n 2 "$perf" -b 8 -e 4K -f 16 -n 5 -w 1 --compare-mpi --plot "$1" put_bw reduce > out 2> err
}

# refuses FILE PATTERN: with one line, and no row.
refuses()
{
    plots "$1" && bad "$1 is drawn"
    grep -Eq -- "^ishmem-perf: --plot $1: $2" err || bad "$1: nothing matches '$2' in: $(cat err)"
    [ ! -s out ] || bad "$1 is measured first: $(cat out)"
    [ "$(grep -c '^ishmem-perf: ' err)" -eq 1 ] || bad "$1: said more than once: $(cat err)"
}

for python in python3 /usr/bin/python3 none; do
    "$python" -c 'import matplotlib' 2> /dev/null && break
done
if [ "$python" = none ]; then
    refuses picture.svg "needs Python with matplotlib; on Debian: apt-get install python3-matplotlib"
    exit $failed
fi
mkdir directory.svg
refuses picture.doc "expected a name that ends in one of .*png.*svg"
refuses picture "expected a name that ends in one of"
refuses picture.jpg "expected a name that ends in one of"
refuses nowhere/picture.svg "there is no directory nowhere"
refuses directory.svg "it is a directory"
[ "$(id -u)" -eq 0 ] || { : > kept.svg && chmod 000 kept.svg && refuses kept.svg "permission denied"; }

plots picture.svg || bad "nothing is drawn: $(cat err)"
for text in ishmem-perf, "Latency (µs)" "Bandwidth (GB/s)" "Message size" put_bw MPI "limit (memcpy)" libishmem \
    "reduce sum" "2 PEs" "8 B"; do
    grep -Fq "$text" picture.svg || bad "the picture does not say '$text'"
done
# The bands (matplotlib 3.10 has another name for them), and three sizes of the lines as points.
[ "$(grep -c 'id="[A-Za-z]*PolyCollection_' picture.svg)" -ge 4 ] || bad "the picture has no bands"
[ "$(grep -c '<use ' picture.svg)" -ge 24 ] || bad "the picture has no points"
# Readers have light and dark pages.
grep -Fq 'style="fill: #ffffff"' picture.svg || bad "the picture is not on white"
plots picture.png && [ "$(head -c 4 picture.png | tail -c 3)" = PNG ] || bad "no PNG: $(cat err)"
plots picture.pdf && [ "$(head -c 4 picture.pdf)" = %PDF ] || bad "no PDF: $(cat err)"
# Publishers refuse fonts of type 3.
grep -aq /FontFile2 picture.pdf || bad "the PDF has no TrueType font"
grep -aq /Type3 picture.pdf && bad "the PDF has a font of type 3"
"$python" "$panels" "$(dirname "$perf")/perf" || failed=1
"$mpiexec" -n 2 "$perf" -n 2 -w 1 --plot barrier.svg barrier > out 2> err && bad "a picture of one size"
grep -q 'nothing was measured at several sizes' err || bad "a picture of one size: $(cat err)"
exit $failed
