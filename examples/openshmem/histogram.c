/* SPDX-License-Identifier: BSD-3-Clause */
/* A histogram that is spread over the PEs; each PE counts its own numbers into it. */
#include <shmem.h>
#include <stdio.h>

#define BINS 8
#define NUMBERS 400

static unsigned long bins[BINS];

int main(void)
{
    shmem_init();
    const int me = shmem_my_pe();
    const int n = shmem_n_pes();
    unsigned long total = 0;
    unsigned number = 12345u + (unsigned)me;

    for (int i = 0; i < NUMBERS; i++) {
        number = number * 1664525u + 1013904223u;
        const int bin = (int)(number >> 16) % (BINS * n);
        shmem_atomic_inc(&bins[bin % BINS], bin / BINS);
    }
    shmem_barrier_all();
    for (int pe = 0; pe < n; pe++) {
        unsigned long theirs[BINS];
        shmem_get(theirs, bins, BINS, pe);
        for (int i = 0; i < BINS; i++)
            total += theirs[i];
    }
    if (total != (unsigned long)(NUMBERS * n))
        printf("PE %d: %lu numbers were counted\n", me, total);
    shmem_finalize();
    return total != (unsigned long)(NUMBERS * n);
}
