/* SPDX-License-Identifier: BSD-3-Clause */
#include "ishmem_device.h"

kernel void name(global int *pe)
{
    *pe = ishmem_my_pe();
}
