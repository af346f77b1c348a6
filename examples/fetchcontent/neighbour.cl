/* SPDX-License-Identifier: BSD-3-Clause */
/* README's first program: each PE tells the next one its number. */
#include "ishmem_device.h"

kernel void greet(global int *from, global ulong *signal)
{
    int me = ishmem_my_pe();
    int next = (me + 1) % ishmem_n_pes();
    ishmem_int_put_signal(from, &me, 1, signal, 1, ISHMEM_SIGNAL_SET, next);
    ishmem_signal_wait_until(signal, ISHMEM_CMP_EQ, 1);
}
