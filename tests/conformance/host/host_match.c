/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Collectives in which one member calls something else than the others; ISHMEM_CHECKS=2 finds it.
 *
 *     host_match CASE      one such call by the last PE of its team, the fifth on the team
 *     host_match right     calls that differ where they may, on several teams
 */
#include "harness.h"
#include "ishmem.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 64, EARLIER = 3 };

static int *ints; /* symmetric, ROOM each */
static int *others;
static int fixed[ROOM];
static int fixed_too[ROOM];

static void routine(ishmem_team_t team, bool odd)
{
    if (odd) {
        ishmem_int_sum_reduce(team, ints, others, 16);
    } else {
        ishmem_team_sync(team);
    }
}

static void operation(ishmem_team_t team, bool odd)
{
    (odd ? ishmem_int_max_reduce : ishmem_int_sum_reduce)(team, ints, others, 4);
}

static void type(ishmem_team_t team, bool odd)
{
    if (odd) {
        ishmem_float_broadcast(team, (float *)(void *)ints, (float *)(void *)others, 4, 0);
    } else {
        ishmem_int_broadcast(team, ints, others, 4, 0);
    }
}

static void count(ishmem_team_t team, bool odd)
{
    ishmem_int_sum_reduce(team, ints, others, odd ? 9 : 8);
}

static void root(ishmem_team_t team, bool odd)
{
    ishmem_int_broadcast(team, ints, others, 4, odd);
}

static void dest(ishmem_team_t team, bool odd)
{
    ishmem_int_fcollect(team, ints + 2 * odd, others, 4);
}

static void source(ishmem_team_t team, bool odd)
{
    ishmem_int_sum_inscan(team, ints, others + odd, 4);
}

static void strides(ishmem_team_t team, bool odd)
{
    ishmem_int_alltoalls(team, ints, others, 1, 1 + odd, 2);
}

static void fixed_object(ishmem_team_t team, bool odd)
{
    ishmem_int_sum_reduce(team, odd ? fixed : fixed_too, ints, 4);
}

/* The odd one comes to the next call without this one. */
static void order(ishmem_team_t team, bool odd)
{
    if (!odd) {
        ishmem_int_fcollect(team, ints, others, 4);
    }
    ishmem_team_sync(team);
}

static void allocation(ishmem_team_t team, bool odd)
{
    (void)team;
    if (odd) {
        ishmem_barrier_all();
    } else {
        ishmem_malloc(64);
    }
}

static void new_team(ishmem_team_t team, bool odd)
{
    ishmem_team_t made;
    if (odd) {
        ishmem_team_sync(team);
    } else {
        ishmem_team_split_strided(team, 0, 1, 1, NULL, 0, &made);
    }
}

static void end(ishmem_team_t team, bool odd)
{
    (void)team;
    if (odd) {
        ishmem_finalize();
    } else {
        ishmem_barrier_all();
    }
}

static void signal_in_data(ishmem_team_t team, bool odd)
{
    (void)team;
    if (odd) {
        uint64_t *const words = (uint64_t *)(void *)ints;
        ishmem_uint64_put_signal(words, words + 8, 4, words + 3, 1, ISHMEM_SIGNAL_SET, 0);
    }
}

static void lock_twice(ishmem_team_t team, bool odd)
{
    (void)team;
    long *const lock = (long *)(void *)(ints + ROOM - 8);
    if (odd) {
        memset(lock, 0, sizeof *lock);
        ishmem_set_lock(lock);
        ishmem_set_lock(lock);
    }
}

static void *call_elsewhere(void *unused)
{
    ishmem_int_p(ints, 1, 0);
    return unused;
}

static void *sync_elsewhere(void *unused)
{
    ishmem_quiet();
    return unused;
}

static void run_in_thread(void *(*run)(void *))
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, run, NULL) == 0) {
        pthread_join(thread, NULL);
    }
}

static void other_thread(ishmem_team_t team, bool odd)
{
    (void)team;
    if (odd) {
        run_in_thread(call_elsewhere);
    }
}

static void other_thread_quiet(ishmem_team_t team, bool odd)
{
    (void)team;
    if (odd) {
        run_in_thread(sync_elsewhere);
    }
}

static void overlap_put(ishmem_team_t team, bool odd)
{
    (void)team;
    if (odd) {
        ishmem_int_put(ints + 1, ints, 4, test_me);
    }
}

static void overlap_get(ishmem_team_t team, bool odd)
{
    (void)team;
    if (odd) {
        ishmem_int_get(ints, ints + 3, 4, test_me);
    }
}

static void overlap_reduce(ishmem_team_t team, bool odd)
{
    (void)odd;
    ishmem_int_sum_reduce(team, ints, ints + 1, 4);
}

static void overlap_fcollect(ishmem_team_t team, bool odd)
{
    (void)odd;
    ishmem_int_fcollect(team, ints, ints, 4);
}

static const struct {
    const char *name;
    void (*call)(ishmem_team_t team, bool odd);
} cases[] = {{"routine", routine},
             {"operation", operation},
             {"type", type},
             {"count", count},
             {"root", root},
             {"dest", dest},
             {"source", source},
             {"strides", strides},
             {"fixed_object", fixed_object},
             {"order", order},
             {"allocation", allocation},
             {"new_team", new_team},
             {"end", end},
             {"signal_in_data", signal_in_data},
             {"lock_twice", lock_twice},
             {"other_thread", other_thread},
             {"other_thread_quiet", other_thread_quiet},
             {"overlap_put", overlap_put},
             {"overlap_get", overlap_get},
             {"overlap_reduce", overlap_reduce},
             {"overlap_fcollect", overlap_fcollect}};

/* What is the first call on the team, counting from here, is its fifth: making it is the first on the
 * world, where the others are made. */
static void wrong(const char *name, ishmem_team_t team)
{
    const bool odd = ishmem_team_my_pe(team) == ishmem_team_n_pes(team) - 1;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (strcmp(cases[i].name, name) == 0) {
            for (int earlier = 0; earlier < EARLIER; earlier++) {
                ishmem_int_sum_reduce(team, ints, others, 1);
            }
            ishmem_team_sync(team);
            cases[i].call(team, odd);
        }
    }
    ishmem_barrier_all(); /* where the job's end finds this PE */
    ishmem_barrier_all();
    test_check(false, "case %s went unseen", name);
}

/* ---- Right calls ----------------------------------------------------------------------------- */

static void on_team(ishmem_team_t team, int round)
{
    const int me = ishmem_team_my_pe(team);
    if (me < 0) {
        return;
    }
    ishmem_int_collect(team, ints, me == 0 ? NULL : others, me == 0 ? 0 : (size_t)(me + round % 2));
    ishmem_int_sum_reduce(team, ints, ints, 4);
    ishmem_int_broadcast(team, ints, ints, 4, round % ishmem_team_n_pes(team));
    ishmem_int_alltoalls(team, ints, ints + 1, 2, 2, 1);
    ishmem_int_sum_reduce(team, ints, NULL, 0);
    ishmem_int_sum_reduce(team, fixed, fixed_too, 4);
    ishmem_team_sync(team);
}

static void right(int rounds)
{
    ishmem_team_t odds = ISHMEM_TEAM_INVALID;
    ishmem_team_t all_but_one = ISHMEM_TEAM_INVALID;
    ishmem_team_split_strided(ISHMEM_TEAM_WORLD, 0, 2, (test_n + 1) / 2, NULL, 0, &odds);
    ishmem_team_split_strided(ISHMEM_TEAM_WORLD, 1, 1, test_n - 1, NULL, 0, &all_but_one);
    for (int round = 0; round < rounds; round++) {
        on_team(ISHMEM_TEAM_WORLD, round);
        on_team(odds, round);
        on_team(all_but_one, round);
        ishmem_free(ishmem_malloc(64));
        ishmem_int_put(ints, ints, 4, test_me);
        ishmem_quiet();
        ishmem_int_iput(ints, ints + 1, 2, 2, 4, test_me);
        ishmem_quiet();
    }
    ishmem_team_destroy(odds);
}

int main(int argc, char **argv)
{
    test_start();
    test_family("matching calls, host");
    ints = ishmem_calloc(ROOM, sizeof *ints);
    others = ishmem_calloc(ROOM, sizeof *others);
    const char *const name = argc > 1 ? argv[1] : "right";
    if (strcmp(name, "right") == 0) {
        right(test_rounds(200));
    } else if (argc > 2) {
        ishmem_team_t team;
        ishmem_team_split_strided(ISHMEM_TEAM_WORLD, 1, 1, test_n - 1, NULL, 0, &team);
        if (team != ISHMEM_TEAM_INVALID) {
            wrong(name, team);
        }
        ishmem_barrier_all();
    } else {
        wrong(name, ISHMEM_TEAM_WORLD);
    }
    return test_finish();
}
