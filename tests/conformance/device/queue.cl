/* SPDX-License-Identifier: BSD-3-Clause */
/* What answers to a list. */
#include "ishmem_device.h"

kernel void answer(__global ulong *call, __global ulong *answer, ulong rounds, int pe)
{
    for (ulong round = 1; round <= rounds; round++) {
        ishmem_signal_wait_until(call, ISHMEM_CMP_EQ, round);
        ishmemx_signal_set(answer, round * 3, pe);
    }
}
