/* SPDX-License-Identifier: BSD-3-Clause */
/* In C99 there are no generic names, and these are functions. */
#include <shmem.h>

long wait_and_sync(long *word, long *pSync, uint64_t *signal);
long wait_and_sync(long *word, long *pSync, uint64_t *signal)
{
    shmem_wait_until(word, SHMEM_CMP_NE, 0);
    shmem_sync(0, 0, 1, pSync);
    shmem_signal_add(signal, 1, 0);
    shmem_signal_set(signal, 1, 0);
    shmem_long_p(word, 1, 0);
    return shmem_long_g(word, 0) + shmem_swap(word, 2, 0);
}
