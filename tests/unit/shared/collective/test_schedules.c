/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Collectives of all kinds after one another on overlapping teams, by every algorithm, in very
 * many orders in which PEs go on and stores arrive, on one host and on several, with large blocks and
 * with small ones:
 * `test_schedules [schedules [first seed]]`.  In half of the jobs members compare their calls before each.
 * Every dest is compared with the model, and so is each place when its call has returned.
 */
#include "simulated_call.h"
#include "simulation.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_PES = 9, TEAMS = 4, CALLS = 120, GUARD = 0xa5 };
#define HEAP_BYTES ((size_t)8 << 20)
#define USER_BYTES ((size_t)4 << 20)

/* One call, the same for all PEs but for model.me. */
typedef struct planned {
    int team;
    bool syncs; /* no collective of the model, but a sync */
    collective_model_t model;
    uint32_t algorithm;
    bool loads;
    bool by_hosts;
    bool alone;  /* of a PE's lanes the first makes it, while the others go on */
    size_t dest; /* offsets in the heap */
    size_t source;
} planned_t;

static struct {
    int n_pes;
    uint64_t seed;
    bool compares;
    simulated_team_t teams[TEAMS];
    planned_t calls[CALLS];
    int count;
    int failed;
} plan;

static size_t bytes_of(const collective_model_t *model, size_t elements)
{
    return (elements * model->size + 63) / 64 * 64 + 64;
}

static collective_model_t random_model(int n)
{
    static const struct {
        collective_number_t number;
        size_t size;
    } numbers[] = {{COLLECTIVE_SIGNED, 4},   {COLLECTIVE_UNSIGNED, 8}, {COLLECTIVE_SIGNED, 8},
                   {COLLECTIVE_UNSIGNED, 1}, {COLLECTIVE_REAL, 4},     {COLLECTIVE_REAL, 8},
                   {COLLECTIVE_SIGNED, 2}};
    static const size_t counts[] = {0, 1, 1, 2, 5, 7, 7, 8, 20, 60, 300, 1000};
    const uint64_t chance = simulation_random();
    collective_id_t id = (collective_id_t)(chance % COLLECTIVE_COUNT);
    if (chance >> 40 & 1) {
        id = (collective_id_t)(chance >> 41 & 3) % 3 == 0 ? COLLECTIVE_broadcast
                                                          : COLLECTIVE_sum_reduce;
    }
    const size_t kind = simulation_random() % (sizeof numbers / sizeof numbers[0]);
    const bool bits = id <= COLLECTIVE_xor_reduce ||
                      (id >= COLLECTIVE_and_reduce_scatter && id <= COLLECTIVE_xor_reduce_scatter);
    const bool real = numbers[kind].number == COLLECTIVE_REAL && bits;
    size_t nelems = counts[simulation_random() % (sizeof counts / sizeof counts[0])];
    /* Now and then what does not fit into a slot or a chunk. */
    if (simulation_random() % 40 == 0) {
        nelems = 9000 + simulation_random() % 30000;
    }
    return (collective_model_t){.id = id,
                                .number = real ? COLLECTIVE_UNSIGNED : numbers[kind].number,
                                .size = numbers[kind].size,
                                .seed = (uint32_t)simulation_random(),
                                .n = n,
                                .root = (int)(simulation_random() % (unsigned)n),
                                .nelems = nelems,
                                .dst = 1 + (ptrdiff_t)(simulation_random() % 3),
                                .sst = 1 + (ptrdiff_t)(simulation_random() % 3)};
}

/* Blocks first, then the dests and sources of all calls.  Some plans are small broadcasts on one
 * team for the most part, as there the root gets farthest ahead. */
static void make_plan(size_t blocks)
{
    size_t used = blocks;
    const bool small = simulation_random() % 2;
    const bool broadcasts = simulation_random() % 6 == 0;
    plan.count = 0;
    for (int i = 0; i < CALLS; i++) {
        planned_t call = {.team = (int)(simulation_random() % TEAMS)};
        if (simulation_random() % 16 == 0 && !broadcasts) {
            call.syncs = true;
        } else {
            call.model = random_model(plan.teams[call.team].n);
            call.model.nelems = small ? call.model.nelems % 9 : call.model.nelems;
            if (broadcasts && simulation_random() % 100 != 0) {
                call.team = 0;
                call.model = random_model(plan.n_pes);
                call.model.id = COLLECTIVE_broadcast;
                call.model.nelems = 1 + call.model.nelems % 9;
                call.model.root = simulation_random() % 50 == 0 ? call.model.root : 0;
            }
            call.model.keeps =
                call.model.id == COLLECTIVE_broadcast && simulation_random() % 3 == 0;
            call.algorithm = simulated_algorithm(call.model.id, simulation_random(), &call.loads);
            call.by_hosts = simulation_random() % 4 != 0;
            call.alone = simulation_random() % 4 == 0;
            call.dest = used;
            used += bytes_of(&call.model, model_dest_elements(&call.model));
            call.source = used;
            if (model_may_be_in_place(call.model.id) && simulation_random() % 4 == 0) {
                call.source = call.dest;
            } else {
                used += bytes_of(&call.model, model_source_elements(&call.model));
            }
        }
        if (used > HEAP_BYTES) {
            return;
        }
        plan.calls[plan.count++] = call;
    }
}

static void say_wrong(const planned_t *call, int number, const char *what, size_t index)
{
    if (plan.failed++ < 10) {
        fprintf(stderr,
                "seed %llu, %d PEs: call %d (collective %d by algorithm %u, %zu elements of %zu "
                "bytes, root %d, team %d of %d members%s%s): member %d: %s %zu\n",
                (unsigned long long)plan.seed, plan.n_pes, number, (int)call->model.id,
                call->algorithm, call->model.nelems, call->model.size, call->model.root, call->team,
                call->model.n, call->dest == call->source ? ", in place" : "",
                call->by_hosts ? ", by hosts" : "", call->model.me, what, index);
    }
}

/* The first byte of a dest that was to be left as it is, or SIZE_MAX. */
static size_t first_changed(const planned_t *call, const unsigned char *dest)
{
    const size_t bytes = model_dest_elements(&call->model) * call->model.size;
    for (size_t i = 0; i < bytes; i++) {
        if (dest[i] != GUARD) {
            return i;
        }
    }
    return SIZE_MAX;
}

/* Model and dest as the PE sees them. */
static void check(const planned_t *call, int number, const simulation_pe_t *pe)
{
    const unsigned char *const dest = pe->heap + call->dest;
    const bool is_kept =
        call->model.keeps && call->model.me == call->model.root && call->dest != call->source;
    const size_t wrong =
        is_kept ? first_changed(call, dest) : model_first_wrong(&call->model, dest, GUARD);
    if (wrong != SIZE_MAX) {
        say_wrong(call, number, "wrong element", wrong);
    }
    const size_t bytes = model_dest_elements(&call->model) * call->model.size;
    for (size_t i = bytes; i < bytes + 64 - bytes % 64; i++) {
        if (pe->heap[call->dest + i] != GUARD) {
            say_wrong(call, number, "a byte behind dest changed:", i - bytes);
            return;
        }
    }
}

/* The callers promise that dest is ready on all members before any of them calls, but for those of
 * which they promise nothing; a source need be ready when its owner calls. */
static bool is_promised(const collective_model_t *model)
{
    return model->id == COLLECTIVE_broadcast || model->id == COLLECTIVE_alltoall ||
           model->id == COLLECTIVE_alltoalls ||
           (model_is_reduction(model->id) && model->id < COLLECTIVE_sum_inscan);
}

static void clear_dest(const planned_t *call, unsigned char *heap)
{
    memset(heap + call->dest, GUARD, bytes_of(&call->model, model_dest_elements(&call->model)));
}

/* A source that is a dest is promised as such. */
static bool is_ready_early(const planned_t *call)
{
    return call->source == call->dest && is_promised(&call->model);
}

static void make_ready(const planned_t *call, unsigned char *heap)
{
    if (!is_promised(&call->model)) {
        clear_dest(call, heap);
    }
    if (!is_ready_early(call)) {
        model_fill_source(&call->model, heap + call->source);
    }
}

static void make_ready_early(void)
{
    for (int i = 0; i < plan.n_pes; i++) {
        unsigned char *const heap = simulation_pe(i)->heap;
        for (int k = 0; k < plan.count; k++) {
            planned_t call = plan.calls[k];
            if (call.syncs) {
                continue;
            }
            clear_dest(&call, heap);
            call.model.me = plan.teams[call.team].numbers[i];
            if (is_ready_early(&call) && call.model.me >= 0) {
                model_fill_source(&call.model, heap + call.source);
            }
        }
    }
}

static void body(void *argument)
{
    (void)argument;
    char *const choices = malloc(simulated_choices_bytes());
    simulation_lane_t *const me = simulation_me;
    const simulation_pe_t *const pe = me->pe;
    for (int i = 0; i < plan.count; i++) {
        planned_t call = plan.calls[i];
        const simulated_team_t *const team = &plan.teams[call.team];
        const int number = team->numbers[pe->me];
        if (number < 0) {
            continue;
        }
        if (call.alone && me->lane != 0) {
            continue;
        }
        simulation_point();
        me->alone = call.alone;
        if (plan.compares && simulated_match(&team->views[number], i) != 0) {
            say_wrong(&call, i, "compared with another call", 0);
        }
        if (call.syncs) {
            (void)simulated_sync(&team->views[number]);
            continue;
        }
        call.model.me = number;
        /* One lane makes ready, another looks at the result: the routine's own barriers must do. */
        if (call.alone || me->lane == i % simulation_lanes()) {
            make_ready(&call, pe->heap);
        }
        simulated_choices(call.algorithm, call.by_hosts, choices);
        /* Each lane's own: another one may be at another call already. */
        ishmemi_team_t view = team->views[number];
        me->choices = choices;
        simulated_tell(call.algorithm, i % 2 == 0, &view);
        /* By hosts the last part loads. */
        me->may_load = call.loads || (call.by_hosts && team->views[number].near != 0);
        if (simulated_call(&call.model, &view, call.dest, call.source) != 0) {
            say_wrong(&call, i, "returned not 0", 0);
        }
        if (!call.alone && me->lane != (i + 1) % simulation_lanes()) {
            continue;
        }
        check(&call, i, pe);
        if (call.source != call.dest) {
            /* From here on the source is the caller's own again. */
            memset(pe->heap + call.source, 0xee,
                   bytes_of(&call.model, model_source_elements(&call.model)));
        }
    }
    free(choices);
}

/* All members in a random order; the first few of them. */
static simulated_team_t random_team(int n, size_t offset)
{
    int members[MAX_PES];
    for (int i = 0; i < plan.n_pes; i++) {
        members[i] = i;
    }
    for (int i = plan.n_pes - 1; i > 0; i--) {
        const int other = (int)(simulation_random() % (unsigned)(i + 1));
        const int member = members[i];
        members[i] = members[other];
        members[other] = member;
    }
    const uint32_t sizes = simulation_random() % 3 == 0 ? ISHMEMI_TEAM_SMALL : 0;
    const simulated_team_t team = simulated_team_make(members, n, plan.n_pes, offset, sizes);
    if (simulation_random() % 2) {
        simulated_team_age(&team);
    }
    return team;
}

/* Half of the jobs are on one host, the others on two to all, of any size. */
static void place_on_hosts(uint64_t seed)
{
    if (seed / 8 % 2 == 0) {
        return;
    }
    const unsigned hosts = 2 + (unsigned)simulation_random() % (unsigned)(plan.n_pes - 1);
    for (int i = 0; i < plan.n_pes; i++) {
        simulation_pe(i)->host = (int)(simulation_random() % hosts);
    }
}

static void run_schedule(uint64_t seed)
{
    void *arguments[MAX_PES] = {NULL};
    size_t used = 0;
    plan.n_pes = 2 + (int)(seed % (MAX_PES - 1));
    plan.seed = seed;
    plan.compares = seed / 16 % 2 == 0;
    const int lanes = seed / 8 % 3 == 0 ? 1 : 2 + (int)(seed / 24 % 4);
    simulation_open(plan.n_pes, lanes, HEAP_BYTES, seed, false);
    place_on_hosts(seed);
    for (int i = 0; i < TEAMS; i++) {
        const int n = i < 2 ? plan.n_pes : 1 + (int)(simulation_random() % (unsigned)plan.n_pes);
        plan.teams[i] = random_team(n, used);
        used += (simulated_team_bytes(n) + 63) / 64 * 64;
    }
    make_plan(used);
    make_ready_early();
    simulation_run(body, arguments);
    for (int i = 0; i < plan.n_pes; i++) {
        for (int k = 0; k < plan.count; k++) {
            planned_t call = plan.calls[k];
            call.model.me = plan.teams[call.team].numbers[i];
            if (!call.syncs && call.model.me >= 0) {
                check(&call, k, simulation_pe(i));
            }
        }
    }
    for (int i = 0; i < TEAMS; i++) {
        simulated_team_free(&plan.teams[i]);
    }
    simulation_close();
}

int main(int argc, char **argv)
{
    const uint64_t schedules = argc > 1 ? strtoull(argv[1], NULL, 10) : 2000;
    const uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    for (uint64_t seed = first; seed < first + schedules && plan.failed == 0; seed++) {
        run_schedule(seed);
    }
    if (plan.failed != 0) {
        fprintf(stderr, "%d dests are wrong\n", plan.failed);
        return EXIT_FAILURE;
    }
    printf("%llu schedules\n", (unsigned long long)schedules);
    return EXIT_SUCCESS;
}
