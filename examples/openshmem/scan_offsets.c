/* SPDX-License-Identifier: BSD-3-Clause */
/* PEs write records of different lengths one after the other: a scan says where each one begins. */
#include <shmem.h>
#include <stdio.h>

static size_t length, start, end;
static char text[64];

int main(void)
{
    int wrong = 0;

    shmem_init();
    const int me = shmem_my_pe();
    const int n = shmem_n_pes();
    char mine[8];

    length = (size_t)(1 + me % 3);
    for (size_t i = 0; i < length; i++)
        mine[i] = (char)('a' + me);
    shmem_sum_exscan(SHMEM_TEAM_WORLD, &start, &length, 1);
    shmem_sum_inscan(SHMEM_TEAM_WORLD, &end, &length, 1);
    wrong += end != start + length;
    for (int pe = 0; pe < n; pe++)
        shmem_putmem(text + start, mine, length, pe);
    shmem_barrier_all();
    for (int pe = 0, at = 0; pe < n; pe++)
        for (int i = 0; i < 1 + pe % 3; i++)
            wrong += text[at++] != 'a' + pe;
    if (wrong != 0)
        printf("PE %d: %s\n", me, text);
    shmem_finalize();
    return wrong != 0;
}
