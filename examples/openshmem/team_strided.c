/* SPDX-License-Identifier: BSD-3-Clause */
/* A team of every second PE: its members' numbers, and a broadcast from its last member. */
#include <shmem.h>
#include <stdio.h>

int main(void)
{
    shmem_team_t evens;
    int wrong = 0;

    shmem_init();
    const int me = shmem_my_pe();
    const int size = (shmem_n_pes() + 1) / 2;
    int *const source = shmem_malloc(sizeof *source);
    int *const dest = shmem_malloc(sizeof *dest);

    *source = 10 * me;
    *dest = -1;
    shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 2, size, NULL, 0, &evens);
    if (evens != SHMEM_TEAM_INVALID) {
        wrong += shmem_team_n_pes(evens) != size || shmem_team_my_pe(evens) != me / 2;
        wrong += shmem_team_translate_pe(evens, size - 1, SHMEM_TEAM_WORLD) != 2 * (size - 1);
        shmem_broadcast(evens, dest, source, 1, size - 1);
        wrong += *dest != 10 * 2 * (size - 1);
        shmem_team_destroy(evens);
    } else {
        wrong += me % 2 == 0;
    }
    if (wrong != 0)
        printf("PE %d: %d results are wrong\n", me, wrong);
    shmem_barrier_all();
    shmem_free(dest);
    shmem_free(source);
    shmem_finalize();
    return wrong != 0;
}
