#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# paths.sh PROGRAM: variables that name files, with what is no file: each start ends soon and says what
# is wrong.
program=$1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
mkdir directory
mkfifo fifo
printf 'reduce:doubling\001<4K\n' >binary
yes '# a comment' | head -c 2000000 >long
: >empty
export ISHMEM_SYMMETRIC_SIZE=4M
failed=0

# says STATUS PATTERN VARIABLE VALUE
says()
{
    output=$(env "$3=$4" timeout 30 "$program" 2>&1)
    status=$?
    if [ "$status" -ne "$1" ] || ! printf '%s\n' "$output" | grep -Eq -- "$2"; then
        echo "paths.sh: $3=$4: status $status, nothing matches '$2' in: $output"
        failed=1
    fi
}

no_file="(it is a directory|it is a FIFO|it is a device|No such file or directory|Permission denied)"
for variable in ISHMEM_TUNING ISHMEM_BOOTSTRAP_MODULE ZE_ENABLE_ALT_DRIVERS; do
    for value in "$work/directory" "$work/fifo" /dev/zero /dev/full; do
        says 1 "$variable.*$no_file|cannot be loaded: $value: $no_file" $variable "$value"
    done
done
says 1 "ISHMEM_TUNING=.*nowhere: No such file" ISHMEM_TUNING "$work/nowhere"
says 1 "ISHMEM_TUNING=.*long: it is too long; expected" ISHMEM_TUNING "$work/long"
says 1 "binary:1: a line that is not text" ISHMEM_TUNING "$work/binary"
says 0 "^libishmem" ISHMEM_TUNING "$work/empty"
says 1 "module cannot be loaded: .*nowhere" ISHMEM_BOOTSTRAP_MODULE "$work/nowhere"
says 1 "module cannot be loaded: .*empty: file too short" ISHMEM_BOOTSTRAP_MODULE "$work/empty"
says 1 "no Level Zero driver starts: .*nowhere" ZE_ENABLE_ALT_DRIVERS "$work/nowhere"
[ "$(id -u)" -eq 0 ] || {
    chmod 000 empty
    says 1 "ISHMEM_TUNING=.*empty: Permission denied" ISHMEM_TUNING "$work/empty"
}
exit $failed
