/* SPDX-License-Identifier: BSD-3-Clause */
/* Puts and gets that overlap: all are started, then completed by one quiet. */
#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>

#define N 1000

int main(void)
{
    int wrong = 0;

    shmem_init();
    const int me = shmem_my_pe();
    const int n = shmem_n_pes();
    int *const inbox = shmem_malloc((size_t)n * N * sizeof *inbox);
    int *const mine = malloc((size_t)n * N * sizeof *mine);
    int *const back = malloc((size_t)n * N * sizeof *back);

    for (int i = 0; i < n * N; i++)
        mine[i] = 10000 * me + i;
    for (int pe = 0; pe < n; pe++)
        shmem_put_nbi(&inbox[me * N], &mine[pe * N], N, pe);
    shmem_quiet();
    shmem_barrier_all();
    for (int pe = 0; pe < n; pe++)
        shmem_get_nbi(&back[pe * N], &inbox[me * N], N, pe);
    shmem_quiet();
    for (int pe = 0; pe < n; pe++)
        for (int i = 0; i < N; i++) {
            wrong += inbox[pe * N + i] != 10000 * pe + me * N + i;
            wrong += back[pe * N + i] != mine[pe * N + i];
        }
    if (wrong != 0)
        printf("PE %d: %d elements are wrong\n", me, wrong);
    shmem_barrier_all();
    free(back);
    free(mine);
    shmem_free(inbox);
    shmem_finalize();
    return wrong != 0;
}
