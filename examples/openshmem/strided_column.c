/* SPDX-License-Identifier: BSD-3-Clause */
/* A column of a matrix goes into a row of the next PE's matrix, and back. */
#include <shmem.h>
#include <stdio.h>

#define ROWS 6
#define COLUMNS 5

static short matrix[ROWS][COLUMNS];
static short row[ROWS];

int main(void)
{
    short column[ROWS];
    int wrong = 0;

    shmem_init();
    const int me = shmem_my_pe();
    const int n = shmem_n_pes();
    const int next = (me + 1) % n;
    const int previous = (me + n - 1) % n;

    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            matrix[i][j] = (short)(1000 * me + 10 * i + j);
    shmem_barrier_all();
    shmem_iput(row, &matrix[0][2], 1, COLUMNS, ROWS, next);
    shmem_iget(column, &matrix[0][3], 1, COLUMNS, ROWS, next);
    shmem_barrier_all();
    for (int i = 0; i < ROWS; i++) {
        wrong += row[i] != 1000 * previous + 10 * i + 2;
        wrong += column[i] != 1000 * next + 10 * i + 3;
    }
    if (wrong != 0)
        printf("PE %d: %d elements are wrong\n", me, wrong);
    shmem_finalize();
    return wrong != 0;
}
