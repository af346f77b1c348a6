#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tuning.sh MPIEXEC PES DIRECTORY PROGRAMS: ishmem-tune writes a table in DIRECTORY; ishmem_info, started
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
"$mpiexec" -n "$pes" "$programs/ishmem-tune" $few -o "$table"
ISHMEM_PES_PER_NODE=1 "$mpiexec" -n "$pes" "$programs/ishmem-tune" $few -a -o "$table"
cat "$table"
grep -q "^# A put is quickest as$" "$table" || fail "no figures of puts"
for name in broadcast fcollect alltoall reduce reduce_scatter inscan exscan; do
    for path in near far; do
        grep -Eq "^$name:[a-z]+(<[0-9]+)?@$pes/$path\$" "$table" ||
            fail "no row of $name for $pes PEs that are $path"
    done
done
for name in put_signal_on_queue strided_on_queue; do
    [ "$(grep -Ec "^$name:kernel(<[0-9]+)?\$" "$table")" = 1 ] || fail "not one row of $name"
done

shown=$(ISHMEM_TUNING=$table "$mpiexec" -n "$pes" "$programs/ishmem_info")
grep -v '^#' "$table" | while read -r row; do
    printf '%s\n' "$shown" | grep -Eq "^  $row +$table\$" || fail "ishmem_info does not show $row"
done
ISHMEM_TUNING=$table "$mpiexec" -n "$pes" "$programs/ishmem-perf" $few broadcast fcollect alltoall \
    reduce reduce_scatter inscan exscan
