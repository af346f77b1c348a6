#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# built_in.sh FILE COMMAND...: ishmem-info shows exactly the rows of the file as built in.
set -eu
file=$1
shift
shown=$("$@" 2>/dev/null | sed -n 's/^  \([a-z_]*:[^ ]*\) *built in$/\1/p' | sort)
expected=$(sed 's/#.*//; /^[[:space:]]*$/d' "$file" | sort)
[ -n "$shown" ] && [ "$shown" = "$expected" ] && exit
echo "built_in.sh: $file has"
echo "$expected"
echo "and ishmem-info shows"
echo "$shown"
exit 1
