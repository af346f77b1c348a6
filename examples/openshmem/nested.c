/* SPDX-License-Identifier: BSD-3-Clause */
/* A library that a program uses may initialise OpenSHMEM itself. */
#include <shmem.h>
#include <stdio.h>

static int sum, one = 1;

static int count_pes(void)
{
    shmem_init();
    shmem_sum_reduce(SHMEM_TEAM_WORLD, &sum, &one, 1);
    shmem_finalize();
    return sum;
}

int main(void)
{
    int before, inside, after;
    int wrong = 0;

    shmem_query_initialized(&before);
    shmem_init();
    const int me = shmem_my_pe();
    wrong += count_pes() != shmem_n_pes();
    shmem_query_initialized(&inside);
    shmem_finalize();
    shmem_query_initialized(&after);
    wrong += before || !inside || after;
    if (wrong != 0)
        printf("PE %d: initialised %d, %d, %d\n", me, before, inside, after);
    return wrong != 0;
}
