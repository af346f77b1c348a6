/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What collectives send, counted in jobs of 2 to 1024 PEs: neither the longest chain of messages
 * nor what one PE sends may grow faster than the logarithm of their number.
 */
#include "ishmem/collective/sync.h"
#include "simulated_team.h"
#include "simulation.h"
#include <stdio.h>
#include <stdlib.h>

typedef struct counted {
    const char *name;
    void (*call)(ishmemi_caller_t caller, ishmemi_team_ref_t team);
    int chain_by_round;          /* the most, by round of log2 n, and beside them */
    int chain_beside;
    int messages_by_round;
    int messages_beside;
} counted_t;

static void call_sync(ishmemi_caller_t caller, ishmemi_team_ref_t team)
{
    (void)ishmemi_team_sync(caller, ISHMEMI_WORK_ITEM, team);
}

static const counted_t all[] = {
    {"sync", call_sync, 1, 0, 1, 0},
};

static int rounds_of(int n)
{
    int rounds = 0;
    while (1 << rounds < n) {
        rounds++;
    }
    return rounds;
}

static const counted_t *counted;

static void body(void *argument)
{
    counted->call(simulation_me, argument);
}

/* 0, or 1 having said what is too much. */
static int count(int n)
{
    const size_t heap = ishmemi_team_block_bytes((uint64_t)n);
    int *const members = malloc((size_t)n * sizeof *members);
    void **const arguments = malloc((size_t)n * sizeof *arguments);
    if (!members || !arguments) {
        return 1;
    }
    simulation_open(n, heap, 1, true);
    for (int i = 0; i < n; i++) {
        members[i] = i;
    }
    simulated_team_t team = simulated_team_make(members, n, n, 0);
    for (int i = 0; i < n; i++) {
        arguments[i] = &team.views[i];
    }
    simulation_run(body, arguments);
    long chain = 0;
    long messages = 0;
    for (int i = 0; i < n; i++) {
        const simulation_pe_t *const pe = simulation_pe(i);
        chain = pe->chain > chain ? pe->chain : chain;
        messages = pe->messages > messages ? pe->messages : messages;
    }
    const int rounds = rounds_of(n);
    const long most_chain = (long)rounds * counted->chain_by_round + counted->chain_beside;
    const long most_messages = (long)rounds * counted->messages_by_round + counted->messages_beside;
    const int failed = chain > most_chain || messages > most_messages;
    printf("%-16s %5d PEs: longest chain %3ld (at most %ld), sent by a PE %3ld (at most %ld)%s\n",
           counted->name, n, chain, most_chain, messages, most_messages, failed ? " FAILED" : "");
    simulated_team_free(&team);
    simulation_close();
    free(arguments);
    free(members);
    return failed;
}

int main(void)
{
    static const int sizes[] = {2, 3, 4, 5, 7, 8, 12, 16, 31, 33, 64, 100, 128, 256, 500, 512, 1000, 1023, 1024};
    int failed = 0;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        counted = &all[i];
        for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
            failed += count(sizes[k]);
        }
    }
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
