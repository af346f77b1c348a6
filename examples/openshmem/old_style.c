/* SPDX-License-Identifier: BSD-3-Clause */
/* A program from before version 1.2: its names still work. */
#include <mpp/shmem.h>
#include <stdio.h>

static long sync_words[_SHMEM_REDUCE_SYNC_SIZE];
static int work[_SHMEM_REDUCE_MIN_WRKDATA_SIZE + 1];
static int mine, sum;
static long turn = -1;

int main(void)
{
    start_pes(0);
    const int me = _my_pe();
    const int n = _num_pes();
    long *const counter = shmalloc(sizeof *counter);
    int wrong = 0;

    for (int i = 0; i < _SHMEM_REDUCE_SYNC_SIZE; i++)
        sync_words[i] = _SHMEM_SYNC_VALUE;
    *counter = 0;
    mine = me + 1;
    shmem_barrier_all();
    shmem_int_sum_to_all(&sum, &mine, 1, 0, 0, n, work, sync_words);
    wrong += sum != n * (n + 1) / 2;
    shmem_long_add(counter, 2, 0);
    wrong += shmem_long_finc(counter, 0) < 0;
    shmem_barrier_all();
    wrong += shmem_long_g(counter, 0) != 3 * n;
    shmem_long_p(&turn, me, (me + 1) % n);
    shmem_long_wait(&turn, -1);
    wrong += turn != (me + n - 1) % n;
    if (wrong != 0)
        printf("PE %d: %d results are wrong\n", me, wrong);
    shmem_barrier_all();
    shfree(counter);
    shmem_finalize();
    return wrong != 0;
}
