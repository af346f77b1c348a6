/* SPDX-License-Identifier: BSD-3-Clause */
/* While another PE has the lock, a PE does something else. */
#include <shmem.h>
#include <stdio.h>

static long lock;
static long entries[2]; /* how often the lock was held, and by whom last */

int main(void)
{
    shmem_init();
    const int me = shmem_my_pe();
    const int n = shmem_n_pes();
    long else_where = 0;

    while (shmem_test_lock(&lock) != 0)
        else_where++;
    long seen[2];
    shmem_get(seen, entries, 2, 0);
    seen[0]++;
    seen[1] = me;
    shmem_put(entries, seen, 2, 0);
    shmem_clear_lock(&lock);
    shmem_barrier_all();
    shmem_get(seen, entries, 2, 0);
    const int wrong = seen[0] != n || seen[1] < 0 || seen[1] >= n || else_where < 0;
    if (wrong)
        printf("PE %d: the lock was held %ld times\n", me, seen[0]);
    shmem_finalize();
    return wrong;
}
