#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# module_load.sh ISHMEMCC PROGRAM: what ishmemx_module_load says of files that it cannot load.
ishmemcc=$1
program=$2
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
cat >good.cl <<'KERNEL'
#include "ishmem_device.h"
kernel void good(__global int *a) { ishmem_p(a, 1, 0); }
KERNEL
cat >lacks.cl <<'KERNEL'
int defined_nowhere(int);
kernel void lacks(__global int *a) { a[0] = defined_nowhere(a[1]); }
KERNEL
"$ishmemcc" good.cl && "$ishmemcc" -c good.cl && "$ishmemcc" --allow-undefined lacks.cl || exit 1
mkdir directory
mkfifo fifo
: >empty
printf "no SPIR-V" >text
head -c 18 good.spv >short
head -c 101 good.spv >odd
head -c 400 good.spv >cut
files="good.spv directory fifo /dev/zero empty text short odd cut good.bc lacks.spv nowhere"
if [ "$(id -u)" -ne 0 ]; then
    cp good.spv unreadable
    chmod 000 unreadable
    files="$files unreadable"
fi
# shellcheck disable=SC2086
output=$(ISHMEM_SYMMETRIC_SIZE=4M timeout 60 "$program" $files 2>&1)
status=$?
printf '%s\n' "$output"
failed=0

# says FILE PATTERN: it was refused with a sentence that matches.
says()
{
    printf '%s\n' "$output" | grep -Fxq "$1: -1" || failed=1
    printf '%s\n' "$output" | grep -Eq -- "ishmemx_module_load: $1 $2" || {
        echo "module_load.sh: $1: nothing matches '$2'"
        failed=1
    }
}

[ "$status" -eq 0 ] || failed=1
printf '%s\n' "$output" | grep -Fxq "good.spv: 0" || failed=1
says directory "cannot be loaded: it is a directory"
says fifo "cannot be loaded: it is a FIFO"
says /dev/zero "cannot be loaded: it is a device"
says empty "cannot be loaded: it is empty"
says text "cannot be loaded: it is not SPIR-V"
says short "cannot be loaded: it is truncated SPIR-V"
says odd "cannot be loaded: it is truncated SPIR-V"
says cut "cannot be built: 0x"
says good.bc "cannot be loaded: it is LLVM bitcode"
says nowhere "cannot be loaded: No such file or directory"
says lacks.spv "uses symbols that it does not define: 0x"
printf '%s\n' "$output" | grep -q "unresolved symbol 'defined_nowhere'" || {
    echo "module_load.sh: the name is not said"
    failed=1
}

# The same from memory.
output=$(ISHMEM_SYMMETRIC_SIZE=4M timeout 60 "$program" --memory good.spv empty text short odd cut good.bc \
    lacks.spv nowhere 2>&1) || failed=1
printf '%s\n' "$output"

# says_of_memory FILE BYTES PATTERN: the same of what the file contains.
says_of_memory()
{
    printf '%s\n' "$output" | grep -Fxq "$1: -1" || failed=1
    printf '%s\n' "$output" |
        grep -Eq -- "ishmemx_module_load_memory: the module at 0x[0-9a-f]+ of $2 bytes $3" || {
        echo "module_load.sh: $1 in memory: nothing matches '$3'"
        failed=1
    }
}
printf '%s\n' "$output" | grep -Fxq "good.spv: 0" || failed=1
says_of_memory empty 0 "cannot be loaded: it is empty"
says_of_memory text 9 "cannot be loaded: it is not SPIR-V"
says_of_memory short 18 "cannot be loaded: it is truncated SPIR-V"
says_of_memory odd 101 "cannot be loaded: it is truncated SPIR-V"
says_of_memory cut 400 "cannot be built: 0x"
says_of_memory good.bc "[0-9]+" "cannot be loaded: it is LLVM bitcode"
says_of_memory lacks.spv "[0-9]+" "uses symbols that it does not define: 0x"
says_of_memory nowhere 4096 "cannot be loaded: the memory cannot be read"

# The cache of what was built.
for value in "$work/fifo" /dev/zero "$work/empty"; do
    ZECPU_CACHE_DIR=$value timeout 60 "$program" good.spv 2>&1 |
        grep -q "^zed: ZECPU_CACHE_DIR=$value: expected a directory .*; compiling without a cache" || {
        echo "module_load.sh: ZECPU_CACHE_DIR=$value: nothing is said"
        failed=1
    }
done
ZECPU_CACHE=yes timeout 60 "$program" good.spv 2>&1 |
    grep -q "^zed: ZECPU_CACHE=yes: expected 0 or 1; using 1" || {
    echo "module_load.sh: ZECPU_CACHE=yes: nothing is said"
    failed=1
}
[ ! -e unreadable ] || says unreadable "cannot be loaded: Permission denied"
exit $failed
