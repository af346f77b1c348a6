/* SPDX-License-Identifier: BSD-3-Clause */
/* A row of calls by one work-item. */
#include <ishmem_device.h>

kernel void trace_bench_p(__global long *data, int calls, int other)
{
    for (int i = 0; i < calls; i++) {
        ishmem_long_p((long *)data, i, other);
    }
}

kernel void trace_bench_put(__global long *data, __global const long *source, int calls, int other)
{
    for (int i = 0; i < calls; i++) {
        ishmem_long_put((long *)data, (const long *)source, 1, other);
    }
}
