/* SPDX-License-Identifier: BSD-3-Clause */
/* A tile of a matrix goes to the same place on the next PE, row by row in one call. */
#include <shmem.h>
#include <stdio.h>

#define SIDE 12
#define TILE 4

static int matrix[SIDE][SIDE];

int main(void)
{
    int own[SIDE][SIDE];
    int back[TILE][TILE];
    int wrong = 0;

    shmem_init();
    const int me = shmem_my_pe();
    const int n = shmem_n_pes();

    for (int i = 0; i < SIDE * SIDE; i++)
        own[i / SIDE][i % SIDE] = 1000 * (me + 1) + i;
    shmem_ibput(&matrix[3][5], &own[3][5], SIDE, SIDE, TILE, TILE, (me + 1) % n);
    shmem_barrier_all();
    const int from = (me + n - 1) % n;
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++) {
            const int inside = i >= 3 && i < 3 + TILE && j >= 5 && j < 5 + TILE;
            wrong += matrix[i][j] != (inside ? 1000 * (from + 1) + SIDE * i + j : 0);
        }
    shmem_ibget(&back[0][0], &matrix[3][5], TILE, SIDE, TILE, TILE, (me + 1) % n);
    for (int i = 0; i < TILE; i++)
        for (int j = 0; j < TILE; j++)
            wrong += back[i][j] != 1000 * (me + 1) + SIDE * (3 + i) + 5 + j;
    if (wrong != 0)
        printf("PE %d: %d elements are wrong\n", me, wrong);
    shmem_finalize();
    return wrong != 0;
}
