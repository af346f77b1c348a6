/* SPDX-License-Identifier: BSD-3-Clause */
/* The PEs with even numbers are an active set of stride 2; its second PE, or its only one, broadcasts. */
#include <shmem.h>
#include <stdio.h>

#define N 8

static long sync_words[SHMEM_BCAST_SYNC_SIZE];
static long source[N];
static long dest[N];

int main(void)
{
    shmem_init();
    const int me = shmem_my_pe();
    const int size = (shmem_n_pes() + 1) / 2;
    const int root = size > 1 ? 1 : 0;
    int wrong = 0;

    for (int i = 0; i < SHMEM_BCAST_SYNC_SIZE; i++)
        sync_words[i] = SHMEM_SYNC_VALUE;
    for (int i = 0; i < N; i++) {
        source[i] = 100 * me + i;
        dest[i] = -1;
    }
    shmem_barrier_all();
    if (me % 2 == 0)
        shmem_broadcast64(dest, source, N, root, 0, 1, size, sync_words);
    for (int i = 0; i < N; i++) {
        const int receives = me % 2 == 0 && me != 2 * root; /* the root's dest stays as it is */
        wrong += dest[i] != (receives ? 100 * 2 * root + i : -1);
    }
    if (wrong != 0)
        printf("PE %d: %d of %d elements are wrong\n", me, wrong, N);
    shmem_finalize();
    return wrong != 0;
}
