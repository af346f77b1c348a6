/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Ten thousand teams at a time, with the memory that a job has by default: most of them have small
 * blocks.  Every collective on some of them, by the host and by kernels, from no bytes to what
 * takes many pieces; a sync of each; and as many again when those are gone.
 */
#include "collective_routines.h"
#include "harness.h"
#include "launch.h"
#include "step_caller.h"
#include <stdlib.h>

#define CHOSEN 24 /* teams that are tried */
#define BATCH_BYTES ((size_t)16 << 20)

static collective_team_t *all;
static int count;

/* Most have all PEs, in one of the two orders.  The PEs are members of different numbers of teams, so some
 * have room for large blocks where others have not. */
static collective_team_t make(const collective_team_t *world, int i)
{
    const int size = i % 5 == 0 ? 1 + i / 5 % test_n : test_n;
    const int start = i / 3 % (test_n - size + 1);
    return i % 2 ? team_split(world, start + size - 1, -1, size)
                 : team_split(world, start, 1, size);
}

static void make_all(void)
{
    const collective_team_t world = teams[0];
    for (int i = 0; i < count; i++) {
        all[i] = make(&world, i);
    }
}

/* In another order than they were made. */
static void destroy_all(void)
{
    for (int i = 0; i < count; i++) {
        team_destroy(&all[(i * 7919L + 13) % count]);
    }
}

/* The world, and some of each age. */
static void choose(collective_team_t *chosen)
{
    for (int i = 1; i < CHOSEN; i++) {
        chosen[i] = all[(int)((int64_t)(count - 1) * (i - 1) / (CHOSEN - 2))];
    }
    teams = chosen;
    team_count = CHOSEN;
}

static void sync_each(void)
{
    int failed = 0;
    for (int i = 0; i < count; i++) {
        failed += all[i].me >= 0 && ishmem_team_sync(all[i].handle) != 0;
    }
    test_check(failed == 0, "%d syncs failed", failed);
}

/* Each routine on each team, with one size after the other, so that all meet. */
static void try_chosen(const collective_caller_t *caller, uint64_t seed, unsigned step)
{
    static const size_t sizes[] = {0, 8, 1000, 5000, 100000};
    const size_t n_sizes = sizeof sizes / sizeof sizes[0];
    collective_batch_t batch;
    uint64_t state = seed;
    unsigned number = (unsigned)seed;
    batch_open(&batch, BATCH_BYTES, 64);
    for (size_t i = 0; i < collective_few.count; i++) {
        const collective_routine_t *const routine = &collective_few.routines[i];
        for (int t = 0; t < CHOSEN; t++) {
            for (size_t k = 0; k < n_sizes; k++) {
                collective_case_t one = case_by_chance(routine, &state, 8);
                case_on_team(&one, &teams[t], &state);
                one.model.nelems = sizes[k] / routine->size;
                if (number++ % step != 0) {
                    continue;
                }
                if (!batch_add(&batch, &one)) {
                    batch_do(&batch, caller);
                    batch_add(&batch, &one);
                }
            }
        }
    }
    batch_do(&batch, caller);
    batch_close(&batch);
}

/* A step with which every team comes with every size. */
static unsigned step_between(unsigned least)
{
    while (least > 1 && (least % 2 == 0 || least % 3 == 0 || least % 5 == 0)) {
        least++;
    }
    return least;
}

int main(void)
{
    test_start();
    const char *const wanted = getenv("TEST_TEAMS");
    count = wanted ? atoi(wanted) : 10000;
    all = calloc((size_t)count, sizeof *all);
    if (!all || count < CHOSEN) {
        test_fatal("no memory for %d teams", count);
    }
    collective_team_t chosen[CHOSEN] = {{.handle = ISHMEM_TEAM_WORLD, .n = test_n, .me = test_me}};
    for (int i = 0; i < test_n; i++) {
        chosen[0].members[i] = i;
    }
    teams = chosen;
    step_caller_t state = step_caller_open(1);
    state.launches = 1;
    const collective_caller_t kernel = {
        .name = "a kernel", .run = step_caller_run, .state = &state};
    const unsigned step = step_between(test_step(1, 30));
    for (uint64_t round = 1; round <= 2; round++) {
        test_family("many teams");
        make_all();
        choose(chosen);
        sync_each();
        test_family("collectives of many teams");
        try_chosen(&collective_host, round, step);
        test_family("collectives of many teams, device");
        try_chosen(&kernel, round + 2, step);
        test_family("syncs of many teams, device");
        step_caller_sync(test_rounds(2000));
        if (round == 1) {
            destroy_all();
        }
    }
    /* The others are left for ishmem_finalize. */
    step_caller_close(&state);
    free(all);
    return test_finish();
}
