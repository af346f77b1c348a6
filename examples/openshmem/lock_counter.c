/* SPDX-License-Identifier: BSD-3-Clause */
/* A lock protects a counter that is read and written in two steps. */
#include <shmem.h>
#include <stdio.h>

#define ROUNDS 50

static long lock;
static int counter;

int main(void)
{
    shmem_init();
    const int n = shmem_n_pes();

    for (int i = 0; i < ROUNDS; i++) {
        shmem_set_lock(&lock);
        const int value = shmem_int_g(&counter, 0);
        shmem_int_p(&counter, value + 1, 0);
        shmem_clear_lock(&lock);
    }
    shmem_barrier_all();
    const int total = shmem_int_g(&counter, 0);
    if (total != ROUNDS * n)
        printf("PE %d: %d instead of %d\n", shmem_my_pe(), total, ROUNDS * n);
    shmem_finalize();
    return total != ROUNDS * n;
}
