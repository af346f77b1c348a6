/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * How a PE's connections, messages and memory grow with the number of PEs: rows of a table for jobs
 * of 1024 to 65536 PEs, from the library's own code, without any other PE.
 *
 *     scale [--csv]    without --csv, the exit status says whether all is within its bounds
 *
 * Each job is looked at from some of its PEs, among them the root of broadcasts, leaders of hosts,
 * PEs that lead none, and the last.
 */
#include "connections.h"
#include "job.h"
#include "overlay.h"
#include "peers.h"
#include "require.h"
#include "simulated_call.h"
#include "simulation.h"
#include "solo.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LOOKS 12
#define DISTANT 512 /* pairs of PEs between which rings are routed */
#define ARRAY_BYTES ((size_t)4096)

/* The bounds. */
#define BYTES_PER_PE 64 /* beyond BYTES_FROM PEs */
#define BYTES_FROM 1024
#define LINKS_PER_ROUND 2 /* connections for each doubling of the number of PEs */
#define LINKS_BESIDE 16

typedef struct row {
    int n_pes;
    int per_host;
    int connections;
    int hops; /* of a ring, at most */
    solo_count_t sync;
    solo_count_t broadcast;
    solo_count_t reduce;
    solo_count_t fcollect;
    int partners;      /* in all of these but fcollect */
    size_t peer_bytes; /* of the transport, for these partners */
    solo_bytes_t bytes;
} row_t;

static int rounds_of(int n)
{
    int rounds = 0;
    while (1 << rounds < n) {
        rounds++;
    }
    return rounds;
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

static void keep_larger(solo_count_t *all, solo_count_t one)
{
    all->messages = all->messages > one.messages ? all->messages : one.messages;
    all->near = all->near > one.near ? all->near : one.near;
    all->rounds = all->rounds > one.rounds ? all->rounds : one.rounds;
    all->partners = larger(all->partners, one.partners);
}

/* ---- Connections ---------------------------------------------------------------------------------- */

static size_t list_links(int me, int n_pes, ishmemi_connection_t *links)
{
    size_t count = 0;
    ishmemi_job.my_pe = me;
    ishmemi_job.n_pes = n_pes;
    for (int pe = 0; pe < n_pes; pe++) {
        if (pe != me && ishmemi_connections_reach(pe)) {
            links[count++] = (ishmemi_connection_t){.pe = pe, .socket = -1};
        }
    }
    return count;
}

/* How many connections a ring passes from one PE to another. */
static int hops_between(int from, int to, int n_pes, ishmemi_connection_t *links)
{
    int hops = 0;
    for (int at = from; at != to; hops++) {
        const size_t count = list_links(at, n_pes, links);
        const ishmemi_connection_t *const next = ishmemi_connections_towards(links, count, to);
        REQUIRE(next && hops <= n_pes);
        at = next->pe;
    }
    return hops;
}

static void count_links(row_t *row)
{
    ishmemi_connection_t *const links = malloc((size_t)row->n_pes * sizeof *links);
    REQUIRE(links);
    for (int i = 0; i < LOOKS; i++) {
        const int me = (int)((long)row->n_pes * i / LOOKS);
        const size_t count = list_links(me, row->n_pes, links);
        row->connections = larger(row->connections, (int)count);
    }
    /* Connections look the same from every PE, so the rings of one are those of all. */
    const int step = row->n_pes / DISTANT;
    for (int to = 1; to < row->n_pes; to += step) {
        row->hops = larger(row->hops, hops_between(0, to, row->n_pes, links));
    }
    free(links);
}

/* ---- Collectives ---------------------------------------------------------------------------------- */

static solo_count_t call(const ishmemi_team_t *team, collective_id_t id, bool is_sync)
{
    const collective_model_t model = {.id = id,
                                      .number = COLLECTIVE_SIGNED,
                                      .size = sizeof(int64_t),
                                      .n = team->n_pes,
                                      .me = team->my_pe,
                                      .nelems = 1};
    solo_begin();
    /* The heap's first bytes are the head's. */
    REQUIRE((is_sync ? simulated_barrier(team)
                     : simulated_call(&model, team, ISHMEMI_HEAD_BYTES + ARRAY_BYTES,
                                      ISHMEMI_HEAD_BYTES)) == 0);
    return solo_end();
}

static void look(row_t *row, int me, const void *choices)
{
    solo_open(me, row->n_pes, row->per_host);
    const solo_bytes_t bytes = solo_bytes();
    if (bytes.host + bytes.arena > row->bytes.host + row->bytes.arena) {
        row->bytes = bytes;
    }
    simulation_me->choices = choices;
    const ishmemi_team_t *const world = &ishmemi_team_find(0)->team;
    keep_larger(&row->sync, call(world, COLLECTIVE_COUNT, true));
    keep_larger(&row->broadcast, call(world, COLLECTIVE_broadcast, false));
    keep_larger(&row->reduce, call(world, COLLECTIVE_sum_reduce, false));
    int partners = 0;
    for (int pe = 0; pe < row->n_pes; pe++) {
        partners += solo_has_sent(pe);
    }
    row->partners = larger(row->partners, partners);
    const size_t peer_bytes = scale_peer_bytes(me, row->n_pes, solo_has_sent);
    row->peer_bytes = peer_bytes > row->peer_bytes ? peer_bytes : row->peer_bytes;
    solo_close();
}

static row_t simulate(int n_pes, int per_host, const void *choices)
{
    row_t row = {.n_pes = n_pes, .per_host = per_host};
    count_links(&row);
    for (int i = 0; i < LOOKS; i++) {
        const int host = (int)((long)(n_pes / per_host) * i / LOOKS);
        look(&row, host * per_host + i % 3 % per_host, choices);
    }
    look(&row, n_pes - 1, choices);
    return row;
}

/* ---- The table ------------------------------------------------------------------------------------ */

static void print_csv(const row_t *row)
{
    printf("%d,%d,%d,%d,%ld,%ld,%ld,%ld,%ld,%ld,%d,%zu,%zu,%zu,%zu\n", row->n_pes, row->per_host,
           row->connections, row->hops, row->sync.messages, row->sync.rounds,
           row->broadcast.messages, row->broadcast.rounds, row->reduce.messages, row->reduce.rounds,
           row->partners, row->peer_bytes, row->bytes.host, row->bytes.arena, row->bytes.blocks);
}

static int require_most(const row_t *row, const char *what, double value, double most)
{
    const bool fails = value > most;
    printf("%6d PEs, %2d per host: %s: %.1f (at most %.1f)%s\n", row->n_pes, row->per_host, what,
           value, most, fails ? " FAILED" : "");
    return fails;
}

static size_t bytes_of(const row_t *row)
{
    return row->bytes.host + row->bytes.arena + row->peer_bytes;
}

/* least: the row of the smallest job. */
static int check(const row_t *row, const row_t *least)
{
    const int rounds = rounds_of(row->n_pes);
    const int hosts = rounds_of(row->n_pes / row->per_host);
    int failed = 0;
    failed += require_most(row, "connections after start", row->connections,
                           LINKS_BESIDE + LINKS_PER_ROUND * rounds);
    failed += require_most(row, "steps of a ring", row->hops, rounds / 2 + 1);
    failed += require_most(row, "partners in collectives", row->partners,
                           LINKS_BESIDE + LINKS_PER_ROUND * rounds);
    failed += require_most(row, "messages of a barrier to other hosts", (double)row->sync.messages,
                           hosts);
    if (row->n_pes > BYTES_FROM) {
        failed += require_most(row, "bytes of tables for each more PE",
                               ((double)bytes_of(row) - (double)bytes_of(least)) /
                                   (row->n_pes - least->n_pes),
                               BYTES_PER_PE);
    }
    return failed;
}

int main(int argc, char **argv)
{
    static const int hosts[] = {1, 2, 16};
    const bool as_csv = argc > 1 && strcmp(argv[1], "--csv") == 0;
    void *const choices = calloc(1, simulated_choices_bytes());
    int failed = 0;
    REQUIRE(choices);
    simulated_default_choices(choices);
    if (as_csv) {
        printf("pes,per_host,connections,ring_steps,barrier_messages,barrier_rounds,"
               "broadcast_messages,broadcast_rounds,reduce_messages,reduce_rounds,partners,"
               "peer_bytes,host_bytes,arena_bytes,block_bytes\n");
    }
    for (size_t i = 0; i < sizeof hosts / sizeof *hosts; i++) {
        row_t least = {0};
        for (int n_pes = BYTES_FROM; n_pes <= 65536; n_pes *= 2) {
            const row_t row = simulate(n_pes, hosts[i], choices);
            least = least.n_pes == 0 ? row : least;
            if (as_csv) {
                print_csv(&row);
            } else {
                failed += check(&row, &least);
            }
        }
    }
    free(choices);
    return failed > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
