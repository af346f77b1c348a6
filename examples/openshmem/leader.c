/* SPDX-License-Identifier: BSD-3-Clause */
/* The first PE to swap its number in becomes the leader; then the role passes on. */
#include <shmem.h>
#include <stdio.h>

static int leader = -1;
static int terms;

int main(void)
{
    shmem_init();
    const int me = shmem_my_pe();
    const int n = shmem_n_pes();

    while (shmem_atomic_compare_swap(&leader, -1, me, 0) != -1)
        continue;
    shmem_atomic_add(&terms, 1, 0);
    shmem_quiet();
    const int previous = shmem_atomic_swap(&leader, -1, 0);
    shmem_barrier_all();
    const int wrong = previous != me || shmem_atomic_fetch(&terms, 0) != n;
    if (wrong)
        printf("PE %d: the leader was %d\n", me, previous);
    shmem_finalize();
    return wrong;
}
