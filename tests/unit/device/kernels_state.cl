/* SPDX-License-Identifier: BSD-3-Clause */
/* Loops of small calls.  Test_state.cpp has what is left in them. */
#include "ishmem_device.h"

kernel void p_quiet(global ulong *dest, int pe, ulong count)
{
    for (ulong i = 0; i < count; i++) {
        ishmem_ulong_p(dest, i, pe);
        ishmem_quiet();
    }
}

kernel void ping_pong(global ulong *word, int pe, ulong count, int serves)
{
    for (ulong i = 1; i <= count; i++) {
        if (serves)
            ishmemx_signal_set(word, i, pe);
        while (ishmem_ulong_atomic_fetch(word, ishmem_my_pe()) < i)
            ;
        if (!serves)
            ishmemx_signal_set(word, i, pe);
    }
}
