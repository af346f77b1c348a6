/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Kernels of far_bench: one work-item repeats what host routines do there.
 */
#include "ishmem_device.h"

__kernel void far_put(__global char *destination, __global const char *source, ulong bytes,
                      uint calls, uint window)
{
    (void)window;
    for (uint i = 0; i < calls; i++) {
        ishmem_putmem(destination, source, bytes, 1);
        ishmem_quiet();
    }
}

__kernel void far_get(__global char *destination, __global const char *source, ulong bytes,
                      uint calls, uint window)
{
    (void)window;
    for (uint i = 0; i < calls; i++)
        ishmem_getmem(destination, source, bytes, 1);
}

__kernel void far_stream(__global char *destination, __global const char *source, ulong bytes,
                         uint calls, uint window)
{
    for (uint i = 0; i < calls; i++) {
        ishmem_putmem_nbi(destination, source, bytes, 1);
        if (bytes > 8 && i % window == window - 1)
            ishmem_quiet();
    }
    ishmem_quiet();
}

__kernel void far_amo(__global char *destination, __global const char *source, ulong bytes,
                      uint calls, uint window)
{
    (void)source;
    (void)bytes;
    (void)window;
    for (uint i = 0; i < calls; i++)
        (void)ishmem_int64_atomic_fetch_add((__global long *)destination, 1, 1);
}
