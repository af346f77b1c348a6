/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Collectives of all kinds after one another on overlapping teams, without and with PEs that come
 * late; teams that come and go between them; and very many barriers.
 */
#include "collective_routines.h"
#include "harness.h"
#include "ishmemx.h"

/* Teams take the place, and the memory, of those that have gone. */
static void coming_and_going(int rounds)
{
    collective_batch_t batch;
    uint64_t state = 17;
    uint64_t chance = (uint64_t)test_me + 1;
    batch_open(&batch, (size_t)1 << 20, 40);
    for (int round = 0; round < rounds; round++) {
        const int size = 1 + round % test_n;
        collective_team_t pair[2];
        pair[0] = team_split(&teams[0], round % 2 ? 0 : test_n - 1, round % 2 ? 1 : -1, test_n);
        pair[1] = team_split(&pair[0], test_n - size, 1, size);
        for (bool room = true; room;) {
            const collective_routine_t *const routine =
                &collective_few.routines[collective_random(&state) % collective_few.count];
            collective_case_t one = case_by_chance(routine, &state, 8);
            case_on_team(&one, &pair[collective_random(&state) % 2], &state);
            one.without_team = false;
            room = batch_add(&batch, &one);
        }
        const collective_caller_t *const caller =
            round % 3 ? &collective_host : &collective_dawdling_host;
        batch_write(&batch, caller);
        ishmem_barrier_all();
        batch_run(&batch, caller);
        batch_check(&batch, &collective_host);
        batch_empty(&batch);
        collective_dawdle(&chance);
        if (round % 2) {
            team_destroy(&pair[1]);
            team_destroy(&pair[0]);
        } else {
            team_destroy(&pair[0]);
            team_destroy(&pair[1]);
        }
    }
    batch_close(&batch);
}

/* Barriers of a team and of all; what was put before one is there after it. */
static void barriers(int rounds)
{
    long *const words = ishmem_calloc((size_t)test_n, sizeof *words);
    int wrong = 0;
    int failed = 0;
    for (long round = 1; round <= rounds; round++) {
        const bool looks = round % 64 == 0;
        for (int pe = 0; looks && pe < test_n; pe++) {
            ishmem_long_p(words + test_me, round, pe);
        }
        if (round % 2) {
            failed += ishmemx_team_barrier(ISHMEM_TEAM_WORLD) != 0;
        } else {
            ishmem_barrier_all();
        }
        for (int pe = 0; looks && pe < test_n; pe++) {
            const long word = ishmem_long_g(words + pe, test_me);
            wrong += word < round || word > round + 64;
        }
    }
    test_check(wrong == 0, "barriers: %d words not there after a barrier", wrong);
    test_check(failed == 0, "barriers: %d did not return 0", failed);
    ishmem_barrier_all();
    ishmem_free(words);
}

/* Syncs of overlapping teams, in the same order on all PEs: nobody passes before all members have
 * come. */
static void syncs(int rounds)
{
    long *const entered = ishmem_calloc((size_t)team_count, sizeof *entered);
    uint64_t state = 23;
    uint64_t chance = (uint64_t)test_me + 77;
    int wrong = 0;
    for (long round = 1; round <= rounds; round++) {
        const size_t which = collective_random(&state) % (unsigned)team_count;
        const collective_team_t *const team = &teams[which];
        if (team->me < 0) {
            continue;
        }
        ishmem_long_atomic_set(&entered[which], round, test_me);
        if (round % 5 == 0) {
            collective_dawdle(&chance);
        }
        if (round % 4 == 0) {
            wrong += ishmemx_team_barrier(team->handle) != 0;
        } else {
            wrong += ishmem_team_sync(team->handle) != 0;
        }
        for (int i = 0; i < team->n; i++) {
            wrong += ishmem_long_atomic_fetch(&entered[which], team->members[i]) < round;
        }
    }
    test_check(wrong == 0, "syncs of teams: %d members had not come", wrong);
    ishmem_barrier_all();
    ishmem_free(entered);
}

int main(void)
{
    test_start();
    test_family("teams of collectives");
    teams_open();
    test_family("collectives, mixed");
    collective_mix(&collective_host, collective_few.routines, collective_few.count, test_rounds(60),
                   300);
    collective_mix(&collective_dawdling_host, collective_few.routines, collective_few.count,
                   test_rounds(30), 200);
    for (int i = 0; i < COLLECTIVE_TABLES; i++) {
        collective_mix(&collective_host, collective_tables[i].routines, collective_tables[i].count,
                       test_rounds(8), 300);
    }
    test_family("teams that come and go");
    coming_and_going(test_rounds(200));
    test_family("syncs of teams");
    syncs(test_rounds_in_step(20000));
    test_family("barriers");
    barriers(test_rounds_in_step(100000));
    teams_close();
    return test_finish();
}
