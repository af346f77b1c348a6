/* SPDX-License-Identifier: BSD-3-Clause */
/* Calls with one bad argument each. */
#include "ishmem_device.h"

kernel void bad_call(int which, global int *object, global ulong *word)
{
    global int *const odd = (global int *)((global char *)object + 2);
    switch (which) {
    case 0:
        ishmem_int_iput((int *)object, (int *)object, 0, 1, 2, 0);
        break;
    case 1:
        ishmem_int_iget((int *)object, (int *)object, 1, -3, 2, 0);
        break;
    case 2:
        ishmemx_ibput32(object, object, 4, 3, 4, 2, 0);
        break;
    case 3:
        ishmem_int_put((int *)odd, (int *)object, 1, 0);
        break;
    case 4:
        ishmem_int_put((int *)object, (const int *)0, 1, 0);
        break;
    case 5:
        ishmem_int_wait_until((int *)object, 7, 0);
        break;
    case 6:
        ishmem_ulong_put_signal((ulong *)word, (ulong *)word, 1, word, 1, 9, 0);
        break;
    case 7:
        ishmemx_signal_add(word, 1, -1);
        break;
    case 8:
        ishmem_int_test_any((int *)object, ~0UL, 0, ISHMEM_CMP_EQ, 0);
        break;
    case 9:
        ishmem_int_test_some((int *)object, 2, 0, 0, ISHMEM_CMP_EQ, 0);
        break;
    case 10:
        ishmemx_int_atomic_fetch_add_work_group((int *)0, 1, 0);
        break;
    case 11: {
        const int pes[2] = {0, 12};
        ishmem_pe_quiet(pes, 2);
        break;
    }
    case 12:
        ishmem_set_lock((long *)odd);
        break;
    case 13:
        ishmem_ulong_put_signal((ulong *)word, (ulong *)word, 1, word, 1, ISHMEM_SIGNAL_SET, 0);
        break;
    default:
        ishmem_barrier_all();
        break;
    }
}
