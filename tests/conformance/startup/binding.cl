/* SPDX-License-Identifier: BSD-3-Clause */
#include "ishmem_device.h"

kernel void tell(global int *to)
{
    to[0] = ishmem_my_pe();
    to[1] = ishmem_n_pes();
}
