/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What collectives send, counted in jobs of 2 to 1024 PEs: neither the longest chain of messages
 * nor what one PE sends may grow faster than the logarithm of their number.  Between hosts it is
 * that of the number of hosts, or a message to each other host, and only one PE of each sends.
 */
#include "simulated_call.h"
#include "simulation.h"
#include <stdio.h>
#include <stdlib.h>

/* Each of a call's arrays, after the block. */
#define ARRAY_BYTES ((size_t)16384)
/* Beyond that the model takes long. */
#define MOST_PES_IN_PAIRS 128

typedef struct counted {
    const char *name;
    bool is_barrier;
    collective_id_t id;
    size_t nelems; /* of 8 bytes */
    /* The most for each round of log2 n, and beside that: up to 8 PEs all may send to all. */
    int chain_by_round;
    int chain_beside;
    int messages_by_round;
    int messages_beside;
    int messages_by_host; /* for each other host */
} counted_t;

static const counted_t all[] = {
    {"barrier", true, COLLECTIVE_COUNT, 0, 1, 0, 1, 0, 0},
    {"broadcast 8 B", false, COLLECTIVE_broadcast, 1, 1, 0, 2, 2, 0},
    {"broadcast 4 KiB", false, COLLECTIVE_broadcast, 512, 1, 0, 2, 2, 0},
    {"sum 8 B", false, COLLECTIVE_sum_reduce, 1, 1, 1, 2, 8, 0},
    /* Of few members each sums a part, between two syncs. */
    {"sum 2 KiB", false, COLLECTIVE_sum_reduce, 256, 3, 0, 2, 8, 0},
};

/* Those in which each host has something for each other one: counted between hosts only. */
static const counted_t pairs[] = {
    {"fcollect 8 B", false, COLLECTIVE_fcollect, 1, 0, 1, 0, 0, 1},
    {"collect 8 B", false, COLLECTIVE_collect, 1, 0, 1, 0, 0, 1},
    {"inscan 8 B", false, COLLECTIVE_sum_inscan, 1, 0, 1, 0, 0, 1},
    {"alltoall 8 B", false, COLLECTIVE_alltoall, 1, 0, 1, 0, 0, 1},
    {"alltoalls 8 B", false, COLLECTIVE_alltoalls, 1, 0, 1, 0, 0, 1},
    {"reduce_scatter 8 B", false, COLLECTIVE_sum_reduce_scatter, 1, 0, 1, 0, 0, 1},
    {"exscan 8 B", false, COLLECTIVE_sum_exscan, 1, 0, 1, 0, 0, 1},
};

static int rounds_of(int n)
{
    int rounds = 0;
    while (1 << rounds < n) {
        rounds++;
    }
    return rounds;
}

static struct {
    const counted_t *counted;
    simulated_team_t team;
    collective_model_t model;
    size_t dest;
    size_t source;
    int wrong;
} job;

static void body(void *choices)
{
    const simulation_pe_t *const pe = simulation_me->pe;
    const ishmemi_team_t *const view = &job.team.views[pe->me];
    collective_model_t model = job.model;
    model.me = pe->me;
    simulation_me->choices = choices;
    /* A sum of some KiB reads its parts where members are few. */
    simulation_me->may_load = true;
    if (job.counted->is_barrier) {
        job.wrong += simulated_barrier(view) != 0;
        return;
    }
    model_fill_source(&model, pe->heap + job.source);
    job.wrong += simulated_call(&model, view, job.dest, job.source) != 0;
    job.wrong += model_first_wrong(&model, pe->heap + job.dest, 0) != SIZE_MAX;
}

static void *allocate(size_t count, size_t size)
{
    void *const memory = calloc(count, size);
    if (!memory) {
        fprintf(stderr, "no memory for %zu PEs\n", count);
        exit(EXIT_FAILURE);
    }
    return memory;
}

/* ---- One run -------------------------------------------------------------------------------------- */

/* The counted collective among n PEs, `per_host` of them on each host; by_hosts: in the way of the
 * default table, else as if the team had no groups. */
static void simulate(int n, int per_host, bool by_hosts)
{
    const size_t blocks = simulated_team_bytes(n);
    int *const members = allocate((size_t)n, sizeof *members);
    void **const arguments = allocate((size_t)n, sizeof *arguments);
    void *const choices = allocate(1, simulated_choices_bytes());
    simulated_default_choices(choices);
    simulation_open(n, 1, blocks + 2 * ARRAY_BYTES, 1, true);
    for (int i = 0; i < n; i++) {
        simulation_pe(i)->host = i / per_host;
        members[i] = i;
        arguments[i] = choices;
    }
    job.team = simulated_team_make(members, n, n, 0, 0);
    for (int i = 0; i < n && !by_hosts; i++) {
        job.team.views[i].near = 0;
    }
    job.dest = blocks;
    job.source = blocks + ARRAY_BYTES;
    job.model = (collective_model_t){.id = job.counted->id,
                                     .number = COLLECTIVE_SIGNED,
                                     .size = sizeof(int64_t),
                                     .seed = (uint32_t)n,
                                     .n = n,
                                     .root = n / 3,
                                     .nelems = job.counted->nelems,
                                     .dst = 2,
                                     .sst = 3};
    job.wrong = 0;
    simulation_run(body, arguments);
    free(choices);
    free(arguments);
    free(members);
}

static void close_simulation(void)
{
    if (job.wrong != 0) {
        printf("%d PEs have wrong results\n", job.wrong);
    }
    simulated_team_free(&job.team);
    simulation_close();
}

static long larger(long a, long b)
{
    return a > b ? a : b;
}

/* ---- One host ------------------------------------------------------------------------------------- */

/* 0, or 1 having said what is too much or wrong. */
static int count(int n)
{
    simulate(n, n, true);
    long chain = 0;
    long messages = 0;
    for (int i = 0; i < n; i++) {
        chain = larger(chain, simulation_pe(i)->chain);
        messages = larger(messages, simulation_pe(i)->messages);
    }
    const counted_t *const counted = job.counted;
    const int rounds = rounds_of(n);
    const long most_chain = (long)rounds * counted->chain_by_round + counted->chain_beside;
    const long most_messages = (long)rounds * counted->messages_by_round + counted->messages_beside;
    const bool failed = chain > most_chain || messages > most_messages || job.wrong != 0;
    printf("%-16s %5d PEs: longest chain %3ld (at most %ld), sent by a PE %3ld (at most %ld)%s\n",
           counted->name, n, chain, most_chain, messages, most_messages, failed ? " FAILED" : "");
    close_simulation();
    return failed;
}

/* ---- Several hosts -------------------------------------------------------------------------------- */

/* Between hosts only leaders send, and no more than PEs of one host would among so many. */
static int count_far(int n, int per_host)
{
    const counted_t *const counted = job.counted;
    const int hosts = (n + per_host - 1) / per_host;
    long flat = 0;
    simulate(n, per_host, false);
    for (int i = 0; i < n; i++) {
        flat += simulation_pe(i)->far_messages;
    }
    int wrong = job.wrong;
    close_simulation();

    simulate(n, per_host, true);
    long sent = 0;
    long chain = 0;
    long messages = 0;
    int others = 0;
    for (int i = 0; i < n; i++) {
        const simulation_pe_t *const pe = simulation_pe(i);
        sent += pe->far_messages;
        chain = larger(chain, pe->far_chain);
        messages = larger(messages, pe->far_messages);
        others += pe->far_messages > 0 && i % per_host != 0;
    }
    wrong += job.wrong;
    const int rounds = rounds_of(hosts);
    const long most_chain = (long)rounds * counted->chain_by_round + counted->chain_beside;
    const long most_messages = (long)rounds * counted->messages_by_round +
                               counted->messages_beside +
                               (long)(hosts - 1) * counted->messages_by_host;
    const bool failed = chain > most_chain || messages > most_messages || others > 0 || wrong != 0;
    printf("%-16s %5d PEs on %3d hosts: between hosts %5ld messages (%ld without groups), longest "
           "chain %2ld (at most %ld), sent by a leader %2ld (at most %ld), by %d others%s\n",
           counted->name, n, hosts, sent, flat, chain, most_chain, messages, most_messages, others,
           failed ? " FAILED" : "");
    close_simulation();
    return failed;
}

int main(void)
{
    static const int sizes[] = {2,  3,  4,   5,   7,   8,   9,   12,   16,   31,
                                33, 64, 100, 128, 256, 500, 512, 1000, 1023, 1024};
    static const int hosts[][2] = {{4, 2},  {6, 4},   {8, 2},   {8, 4},  {9, 8},
                                   {16, 8}, {30, 4},  {64, 1},  {64, 2}, {64, 4},
                                   {64, 8}, {100, 8}, {256, 8}, {512, 4}};
    int failed = 0;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        job.counted = &all[i];
        for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
            failed += count(sizes[k]);
        }
        for (size_t k = 0; k < sizeof hosts / sizeof hosts[0]; k++) {
            failed += count_far(hosts[k][0], hosts[k][1]);
        }
    }
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        job.counted = &pairs[i];
        for (size_t k = 0; k < sizeof hosts / sizeof hosts[0]; k++) {
            if (hosts[k][0] <= MOST_PES_IN_PAIRS && hosts[k][1] > 1) {
                failed += count_far(hosts[k][0], hosts[k][1]);
            }
        }
    }
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
