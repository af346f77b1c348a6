/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The query routines inside kernels, by every work-item.
 */
#include "ishmem_device.h"

/* numbers: 4 a work-item: PE, number of PEs, version.  name: the first work-item's. */
kernel void query(global int *numbers, global char *name)
{
    const size_t item = get_global_id(0);
    int major = -1;
    int minor = -1;
    ishmem_info_get_version(&major, &minor);
    numbers[4 * item] = ishmem_my_pe();
    numbers[4 * item + 1] = ishmem_n_pes();
    numbers[4 * item + 2] = major;
    numbers[4 * item + 3] = minor;
    if (item == 0) {
        ishmem_info_get_name((char *)name);
    }
}

/* addresses[pe + 1]: what ishmem_ptr gives for PEs from -1 to n_pes. */
kernel void pointers(global const char *object, global ulong *addresses)
{
    const int pe = (int)get_global_id(0) - 1;
    addresses[get_global_id(0)] = (ulong)ishmem_ptr((const void *)object, pe);
}

/* A peer's object, read through its address. */
kernel void read_through(global const long *object, int pe, global long *value)
{
    const long *const address = (const long *)ishmem_ptr((const void *)object, pe);
    *value = address ? *address : -1;
}
