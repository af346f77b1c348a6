/* SPDX-License-Identifier: BSD-3-Clause */
/* The PEs are laid out in rows of two; sums over each row and each column. */
#include <shmem.h>
#include <stdio.h>

int main(void)
{
    shmem_team_t row, column;

    shmem_init();
    const int me = shmem_my_pe();
    const int n = shmem_n_pes();
    long *const mine = shmem_malloc(sizeof *mine);
    long *const sums = shmem_calloc(2, sizeof *sums);
    long expected[2] = {0, 0};

    *mine = 1L << me;
    shmem_team_split_2d(SHMEM_TEAM_WORLD, 2, NULL, 0, &row, NULL, 0, &column);
    shmem_sum_reduce(row, &sums[0], mine, 1);
    shmem_sum_reduce(column, &sums[1], mine, 1);
    for (int pe = 0; pe < n; pe++) {
        expected[0] += pe / 2 == me / 2 ? 1L << pe : 0;
        expected[1] += pe % 2 == me % 2 ? 1L << pe : 0;
    }
    const int wrong = sums[0] != expected[0] || sums[1] != expected[1];
    if (wrong)
        printf("PE %d: the sums are %ld and %ld\n", me, sums[0], sums[1]);
    shmem_team_destroy(row);
    shmem_team_destroy(column);
    shmem_free(sums);
    shmem_free(mine);
    shmem_finalize();
    return wrong;
}
