/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Kernels of wake_bench: one work-item calls once.
 */
#include "ishmem_device.h"

__kernel void wake_get(__global char *destination, __global const char *source)
{
    ishmem_getmem(destination, source, 8, 1);
}

__kernel void wake_amo(__global char *unused, __global char *object)
{
    (void)unused;
    (void)ishmem_int64_atomic_fetch_add((__global long *)object, 1, 1);
}
