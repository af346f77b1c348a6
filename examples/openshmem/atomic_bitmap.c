/* SPDX-License-Identifier: BSD-3-Clause */
/* Each PE sets its bit in a map on PE 0, clears it, and turns it twice. */
#include <shmem.h>
#include <stdio.h>

static uint32_t map;

int main(void)
{
    shmem_init();
    const int me = shmem_my_pe();
    const uint32_t bit = UINT32_C(1) << me;
    const uint32_t all = (UINT32_C(1) << shmem_n_pes()) - 1;
    int wrong = 0;

    wrong += (shmem_atomic_fetch_or(&map, bit, 0) & bit) != 0;
    shmem_barrier_all();
    wrong += shmem_atomic_fetch(&map, 0) != all;
    shmem_barrier_all();
    wrong += (shmem_atomic_fetch_and(&map, ~bit, 0) & bit) == 0;
    shmem_barrier_all();
    wrong += shmem_atomic_fetch(&map, 0) != 0;
    shmem_barrier_all();
    shmem_atomic_xor(&map, bit, 0);
    shmem_quiet();
    wrong += (shmem_atomic_fetch_xor(&map, bit, 0) & bit) == 0;
    shmem_barrier_all();
    wrong += shmem_uint32_g(&map, 0) != 0;
    if (wrong != 0)
        printf("PE %d: %d results are wrong\n", me, wrong);
    shmem_finalize();
    return wrong != 0;
}
