/* SPDX-License-Identifier: BSD-3-Clause */
/* On the context of a team, PEs have the numbers that they have in the team. */
#include <shmem.h>
#include <stdio.h>

static int inbox = -1;

int main(void)
{
    shmem_team_t reversed, found;
    shmem_ctx_t context;
    const shmem_team_config_t config = {.num_contexts = 1};

    shmem_init();
    const int me = shmem_my_pe();
    const int n = shmem_n_pes();
    int wrong = shmem_team_split_strided(SHMEM_TEAM_WORLD, n - 1, -1, n, &config,
                                         SHMEM_TEAM_NUM_CONTEXTS, &reversed) != 0;

    if (!wrong && shmem_team_create_ctx(reversed, 0, &context) == 0) {
        shmem_ctx_get_team(context, &found);
        wrong += found != reversed;
        /* To this PE's number in the team, which is another PE of the world. */
        shmem_p(context, &inbox, me, me);
        shmem_ctx_quiet(context);
        shmem_sync(reversed);
        wrong += inbox != n - 1 - me;
        shmem_ctx_destroy(context);
        shmem_team_destroy(reversed);
    }
    if (wrong != 0)
        printf("PE %d: %d came\n", me, inbox);
    shmem_finalize();
    return wrong != 0;
}
