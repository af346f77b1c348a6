/* SPDX-License-Identifier: BSD-3-Clause */
/* PE i contributes i + 1 elements; all get all of them. */
#include <shmem.h>
#include <stdio.h>

int main(void)
{
    int wrong = 0;

    shmem_init();
    const int me = shmem_my_pe();
    const int n = shmem_n_pes();
    long long *const mine = shmem_malloc((size_t)n * sizeof *mine);
    long long *const all = shmem_malloc((size_t)n * (size_t)(n + 1) / 2 * sizeof *all);

    for (int i = 0; i <= me; i++)
        mine[i] = 100 * me + i;
    shmem_collect(SHMEM_TEAM_WORLD, all, mine, (size_t)me + 1);
    for (int pe = 0, at = 0; pe < n; pe++)
        for (int i = 0; i <= pe; i++)
            wrong += all[at++] != 100 * pe + i;
    if (wrong != 0)
        printf("PE %d: %d elements are wrong\n", me, wrong);
    shmem_free(all);
    shmem_free(mine);
    shmem_finalize();
    return wrong != 0;
}
