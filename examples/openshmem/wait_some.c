/* SPDX-License-Identifier: BSD-3-Clause */
/* Counters of all PEs rise step by step; a PE handles all that have risen at once. */
#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>

#define STEPS 20

int main(void)
{
    shmem_init();
    const int me = shmem_my_pe();
    const int n = shmem_n_pes();
    int *const counters = shmem_calloc((size_t)n, sizeof *counters);
    size_t *const risen = malloc((size_t)n * sizeof *risen);
    int *const done = calloc((size_t)n, sizeof *done);
    int finished = 0;
    int sent = 0;

    while (finished < n || sent < STEPS) {
        if (sent < STEPS) {
            for (int pe = 0; pe < n; pe++)
                shmem_atomic_inc(&counters[me], pe);
            sent++;
        }
        const size_t count = shmem_test_some(counters, (size_t)n, risen, done, SHMEM_CMP_GE, STEPS);
        for (size_t i = 0; i < count; i++) {
            done[risen[i]] = 1;
            finished++;
        }
    }
    int wrong = shmem_test_all(counters, (size_t)n, NULL, SHMEM_CMP_EQ, STEPS) != 1;
    wrong +=
        shmem_wait_until_some(counters, (size_t)n, risen, NULL, SHMEM_CMP_EQ, STEPS) != (size_t)n;
    if (wrong != 0)
        printf("PE %d: the counters are wrong\n", me);
    shmem_barrier_all();
    free(done);
    free(risen);
    shmem_free(counters);
    shmem_finalize();
    return wrong != 0;
}
