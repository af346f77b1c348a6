/* SPDX-License-Identifier: BSD-3-Clause */
/* A matrix with a row on each PE is transposed: element j of row i becomes element i of row j.  Rows are
 * stored with gaps. */
#include <shmem.h>
#include <stdio.h>

#define GAP 3

int main(void)
{
    int wrong = 0;

    shmem_init();
    const int me = shmem_my_pe();
    const int n = shmem_n_pes();
    float *const row = shmem_calloc((size_t)n * GAP, sizeof *row);
    float *const column = shmem_calloc((size_t)n, sizeof *column);

    for (int j = 0; j < n; j++)
        row[GAP * j] = (float)(10 * me + j);
    shmem_alltoalls(SHMEM_TEAM_WORLD, column, row, 1, GAP, 1);
    for (int i = 0; i < n; i++)
        wrong += column[i] != (float)(10 * i + me);
    if (wrong != 0)
        printf("PE %d: %d elements are wrong\n", me, wrong);
    shmem_free(column);
    shmem_free(row);
    shmem_finalize();
    return wrong != 0;
}
