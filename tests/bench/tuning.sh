#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tuning.sh MPIEXEC PES DIRECTORY PROGRAMS: ishmem-tune writes a table in DIRECTORY; ishmem-info, started
# with it, shows each of its rows as the file's; and collectives run with it.
set -eu
mpiexec=$1
pes=$2
table=$3/tuning-$pes.table
programs=$4

fail() {
    echo "tuning.sh: $*"
    exit 1
}

few="-b 8 -e 4K -f 512 -n 2 -w 1"
once="$few -r 1"
"$mpiexec" -n "$pes" "$programs/ishmem-tune" $once -o "$table"
ISHMEM_PES_PER_NODE=1 "$mpiexec" -n "$pes" "$programs/ishmem-tune" $once -a -o "$table"
# The first two share a host, whose team is near, and the third has one of its own.
hosts=
if [ "$pes" = 3 ]; then
    ISHMEM_PES_PER_NODE=2 "$mpiexec" -n "$pes" "$programs/ishmem-tune" $once -a -o "$table"
    hosts=hosts
fi
cat "$table"
for title in "The fastest way to put, by size" "The fastest way to put without the host, by size" \
    "The fastest callers of a put in a kernel, by size"; do
    grep -A1 "^# $title$" "$table" | grep -Eq "^#   .* up to [0-9]+ bytes, which take [0-9.]+ us$" ||
        fail "no figures of puts: $title"
done
grep -Eq "^# [0-9-]+, $pes PEs, each on a tile of .*, a processor; teams of .*$pes /near\.\$" "$table" ||
    fail "no word on what was measured"
grep -q "^# ISHMEM_PES_PER_NODE=1 mpiexec -n $pes ishmem-tune -b 8" "$table" || fail "no command"
for name in broadcast collect fcollect alltoall alltoalls reduce reduce_scatter inscan exscan; do
    for path in near far $hosts; do
        grep -Eq "^$name:[a-z]+(<[0-9]+)?@$pes/$path\$" "$table" ||
            fail "no row of $name for $pes PEs that are $path"
    done
done
# A collect's members need not have the same size.
if grep -Eq "^collect:[a-z]+<" "$table"; then
    fail "a collect whose size is to choose"
fi
for name in put_signal_on_queue strided_on_queue; do
    [ "$(grep -Ec "^$name:kernel<[0-9]+\$" "$table")" = 1 ] || fail "not one row of $name"
done

shown=$(ISHMEM_TUNING=$table "$mpiexec" -n "$pes" "$programs/ishmem-info")
grep -v '^#' "$table" | while read -r row; do
    printf '%s\n' "$shown" | grep -Eq "^  $row +$table\$" || fail "ishmem-info does not show $row"
done
ISHMEM_TUNING=$table "$mpiexec" -n "$pes" "$programs/ishmem-perf" $few broadcast fcollect alltoall \
    reduce reduce_scatter inscan exscan
