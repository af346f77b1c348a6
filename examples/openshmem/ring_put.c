/* SPDX-License-Identifier: BSD-3-Clause */
/* Each PE puts its number into a static variable of the next. */
#include <shmem.h>
#include <stdio.h>

static long from = -1;

int main(void)
{
    shmem_init();
    const int me = shmem_my_pe();
    const int n = shmem_n_pes();

    shmem_p(&from, (long)me, (me + 1) % n);
    shmem_barrier_all();
    const long expected = (me + n - 1) % n;
    if (from != expected)
        printf("PE %d: %ld instead of %ld\n", me, from, expected);
    shmem_finalize();
    return from != expected;
}
