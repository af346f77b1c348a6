/* SPDX-License-Identifier: BSD-3-Clause */
/* Each PE sends every PE a word of its own; the words are taken in the order in which they come. */
#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int wrong = 0;

    shmem_init();
    const int me = shmem_my_pe();
    const int n = shmem_n_pes();
    uint64_t *const inbox = shmem_calloc((size_t)n, sizeof *inbox);
    uint64_t *const expected = malloc((size_t)n * sizeof *expected);
    int *const taken = calloc((size_t)n, sizeof *taken);

    for (int pe = 0; pe < n; pe++)
        expected[pe] = (uint64_t)(100 + pe);
    for (int pe = 0; pe < n; pe++)
        shmem_atomic_set(&inbox[me], (uint64_t)(100 + me), (me + pe) % n);
    for (int i = 0; i < n; i++) {
        const size_t from =
            shmem_wait_until_any_vector(inbox, (size_t)n, taken, SHMEM_CMP_EQ, expected);
        wrong += from >= (size_t)n || taken[from];
        taken[from] = 1;
    }
    /* Nothing is left to wait for. */
    wrong +=
        shmem_wait_until_any_vector(inbox, (size_t)n, taken, SHMEM_CMP_EQ, expected) != SIZE_MAX;
    wrong += !shmem_test_all_vector(inbox, (size_t)n, NULL, SHMEM_CMP_EQ, expected);
    if (wrong != 0)
        printf("PE %d: %d words are wrong\n", me, wrong);
    free(taken);
    free(expected);
    shmem_free(inbox);
    shmem_finalize();
    return wrong != 0;
}
