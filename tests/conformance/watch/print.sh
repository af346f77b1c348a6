#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# print.sh NPES COMMAND...: the command is the case `print` of watch.c on NPES PEs; each of its
# messages must be in the output once, whole.
set -u
npes=$1
shift
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
export LC_ALL=C

awk -v npes="$npes" 'BEGIN {
    for (pe = 0; pe < npes; pe++) {
        for (item = 0; item < 256; item++) {
            for (number = 0; number < 5; number++) {
                printf "%05d %05d %05d ", pe, item, number
                for (i = 0; i < item % 200; i++) printf "x"
                print "."
            }
        }
        for (i = 0; i < 200; i++) printf "%05d host %05d .\n", pe, i
    }
}' | sort > "$work/expected"

"$@" > "$work/output" || exit 1
# The harness adds its own line.
grep '\.$' "$work/output" | sort > "$work/messages"
diff "$work/expected" "$work/messages" && echo "$(wc -l < "$work/expected") messages"
