#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# driver_is_there.sh FILE...: whether what tests run on is built.
for file; do
    if [ ! -e "$file" ]; then
        echo "there is no $file: build it by"
        echo "    cmake --preset release && cmake --build --preset release --target ze_cpu"
        echo "or name another libze_cpu.so.1 by -DISHMEM_DRIVER=..."
        exit 1
    fi
done
