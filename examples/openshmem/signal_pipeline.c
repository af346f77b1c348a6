/* SPDX-License-Identifier: BSD-3-Clause */
/* Blocks pass from PE to PE; each PE adds 1 to every element.  A signal says that a block is there. */
#include <shmem.h>
#include <stdio.h>

#define BLOCKS 10
#define N 64

static double blocks[BLOCKS][N];
static uint64_t arrived[BLOCKS];

int main(void)
{
    shmem_init();
    const int me = shmem_my_pe();
    const int n = shmem_n_pes();
    int wrong = 0;

    for (int b = 0; b < BLOCKS; b++) {
        if (me > 0)
            shmem_signal_wait_until(&arrived[b], SHMEM_CMP_EQ, 1);
        double out[N];
        for (int i = 0; i < N; i++)
            out[i] = (me > 0 ? blocks[b][i] : b) + 1;
        if (me + 1 < n)
            shmem_double_put_signal(blocks[b], out, N, &arrived[b], 1, SHMEM_SIGNAL_SET, me + 1);
        for (int i = 0; i < N; i++)
            wrong += out[i] != b + me + 1;
    }
    if (wrong != 0)
        printf("PE %d: %d elements are wrong\n", me, wrong);
    shmem_finalize();
    return wrong != 0;
}
