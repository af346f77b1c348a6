/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Syncs of a team to which some members come from their hosts and others from kernels, early and late, at random:
 * nobody passes before everyone has come.
 */
#include "harness.h"
#include "launch.h"
#include "memory.h"
#include <time.h>

static ze_kernel_handle_t kernel;

/* The same on all PEs. */
static unsigned draw(int team, int round, int pe)
{
    unsigned long bits = (unsigned long)team * 1000003UL + (unsigned long)round * 8191UL +
                         (unsigned long)pe * 131UL + 12345UL;
    for (int i = 0; i < 3; i++) {
        bits ^= bits >> 15;
        bits *= 0x9E3779B97F4A7C15UL;
        bits ^= bits >> 29;
    }
    return (unsigned)(bits >> 33);
}

/* Half of the rounds are held by the hosts of all members, and in an eighth some come late, by less or more than hosts
 * wait for each other. */
static void meet(ishmem_team_t team, int which, int round)
{
    static const long late[] = {20000, 90000, 110000, 500000};
    const unsigned mine = draw(which, round, test_me);
    if (mine % 8 == 0) {
        nanosleep(&(struct timespec){.tv_nsec = late[mine / 8 % 4]}, NULL);
    }
    if (draw(which, round, -1) % 2 == 0 || mine / 32 % 3 != 0) {
        ishmem_team_sync(team);
        return;
    }
    const launch_argument_t arguments[] = {LAUNCH_ARGUMENT(team)};
    launch_run(kernel, (launch_shape_t){1, 1}, arguments, LAUNCH_COUNT(arguments));
}

/* As in host_sync: each PE keeps the number of the sync that it is about to enter, in two words in turn. */
static void rounds_of(ishmem_team_t team, int which, long *entered, int rounds)
{
    const int n = ishmem_team_n_pes(team);
    int wrong = 0;
    for (int round = 1; round <= rounds && team != ISHMEM_TEAM_INVALID; round++) {
        ishmem_long_p(entered + (round & 1), round, test_me);
        ishmem_quiet();
        meet(team, which, round);
        for (int member = 0; member < n; member++) {
            const int pe = ishmem_team_translate_pe(team, member, ISHMEM_TEAM_WORLD);
            wrong += ishmem_long_g(entered + (round & 1), pe) != round;
        }
    }
    test_check(wrong == 0, "team %d: %d members seen in another round", which, wrong);
}

int main(void)
{
    test_start();
    test_family("syncs of hosts and kernels");
    launch_open("sync");
    kernel = launch_kernel("sync_team");
    const int rounds = test_rounds_in_step(1000);
    long *const entered = ishmem_calloc(6, sizeof *entered);
    if (!entered) {
        test_fatal("no memory for the words");
    }
    rounds_of(ISHMEM_TEAM_WORLD, 0, entered, rounds);
    ishmem_barrier_all();
    /* Its first member is not the world's, and it ends and begins anew at the same place. */
    for (int time = 1; time <= 2; time++) {
        ishmem_team_t later = ISHMEM_TEAM_INVALID;
        ishmem_team_split_strided(ISHMEM_TEAM_WORLD, test_n / 2, 1, test_n - test_n / 2, NULL, 0,
                                  &later);
        rounds_of(later, time, entered + 2 * time, rounds / 4);
        if (later != ISHMEM_TEAM_INVALID) {
            ishmem_team_destroy(later);
        }
    }
    ishmem_barrier_all();
    ishmem_free(entered);
    launch_close();
    return test_finish();
}
