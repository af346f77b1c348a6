/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Calls whose arguments are wrong, one for each case, and other jobs that are told something: the words are
 * in CMakeLists.txt.
 */
#include <shmem.h>
#include <stdlib.h>
#include <string.h>

static long pSync[SHMEM_SYNC_SIZE];
static long long words[4];
static int me;

#define INTS ((int *)(void *)words)
#define LONGS ((long *)(void *)words)

/* Teams of PE 0 alone take all of its memory for teams, so that there is none for its set. */
static void exhaust_team_memory(void)
{
    shmem_team_t team;
    while (shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, 1, NULL, 0, &team) == 0) {
    }
    if (me == 0) {
        shmem_sync(0, 0, 1, pSync);
    }
    shmem_barrier_all();
}

/* One PE is enough; the other waits until the job ends. */
static void by_one(const char *what)
{
    double local = 1;
    shmem_team_t team = (shmem_team_t)(void *)&local;
    if (me != 0) {
        shmem_barrier_all();
    } else if (strcmp(what, "pe") == 0) {
        shmem_int_put(INTS, INTS + 2, 1, 2);
    } else if (strcmp(what, "blocks") == 0) {
        shmem_int_ibput(INTS, INTS + 2, 1, 1, 1, 1, 2);
    } else if (strcmp(what, "cmp") == 0) {
        shmem_int_wait_until(INTS, 9, 1);
    } else if (strcmp(what, "set_start") == 0) {
        shmem_barrier(2, 0, 1, pSync);
    } else if (strcmp(what, "set_stride") == 0) {
        shmem_sync(0, -1, 2, pSync);
    } else if (strcmp(what, "set_size") == 0) {
        shmem_broadcast32(INTS, INTS + 2, 1, 0, 0, 0, 3, pSync);
    } else if (strcmp(what, "set_without_me") == 0) {
        shmem_int_sum_to_all(INTS, INTS + 2, 1, 1, 0, 1, INTS + 4, pSync);
    } else if (strcmp(what, "set_root") == 0) {
        shmem_broadcast64(LONGS, LONGS + 2, 1, 2, 0, 0, 2, pSync);
    } else if (strcmp(what, "nreduce") == 0) {
        shmem_long_max_to_all(LONGS, LONGS + 2, -1, 0, 0, 1, LONGS + 3, pSync);
    } else if (strcmp(what, "dest") == 0) {
        shmem_double_prod_to_all(&local, (double *)(void *)words, 1, 0, 0, 1, &local, pSync);
    } else if (strcmp(what, "team_foreign") == 0) {
        shmem_int_broadcast(team, INTS, INTS + 2, 1, 0);
    } else if (strcmp(what, "team_unknown") == 0) {
        shmem_team_sync((shmem_team_t)(uintptr_t)0x1234);
    } else if (strcmp(what, "team_invalid") == 0) {
        shmem_team_sync(SHMEM_TEAM_INVALID);
    } else if (strcmp(what, "team_result") == 0) {
        shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, 2, NULL, 0, NULL);
    } else if (strcmp(what, "team_of_context") == 0) {
        shmem_ctx_get_team(SHMEM_CTX_DEFAULT, (shmem_team_t *)(void *)((char *)&team + 4));
    } else if (strcmp(what, "short") == 0) {
        shmem_short_wait_until((short *)(void *)((char *)words + 1), SHMEM_CMP_EQ, 0);
    } else {
        shmem_barrier_all();
    }
}

int main(int argc, char **argv)
{
    const char *const what = argc > 1 ? argv[1] : "";
    if (strcmp(what, "before_init") == 0) {
        shmem_barrier_all();
    }
    shmem_init();
    me = shmem_my_pe();
    if (strcmp(what, "exhausted") == 0) {
        exhaust_team_memory();
    } else if (strcmp(what, "unfinalized") == 0) {
        return EXIT_SUCCESS;
    } else if (strcmp(what, "heap") == 0) {
        /* Of 1.5 MiB. */
        void *const most = shmem_malloc(1300 << 10);
        if (!most || shmem_malloc(400 << 10)) {
            shmem_global_exit(EXIT_FAILURE);
        }
        shmem_free(most);
    } else {
        by_one(what);
    }
    shmem_finalize();
    return EXIT_SUCCESS;
}
