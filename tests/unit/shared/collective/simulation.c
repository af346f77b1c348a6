/* SPDX-License-Identifier: BSD-3-Clause */
#include "simulation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

#define STACK_BYTES ((size_t)64 << 10)

/* A store that the other PEs do not see yet. */
typedef struct pending {
    struct pending *next;
    unsigned char *to;
    size_t bytes;
    int64_t chain; /* far messages in the upper half */
    bool is_flag;
    int far;         /* the PE on another host that it goes to, or -1 */
    uint64_t orders; /* the group's, when it was made */
    unsigned char data[];
} pending_t;

typedef struct fiber {
    simulation_lane_t lane; /* the first member */
    ucontext_t context;
    unsigned char *stack;
    pending_t *first; /* in the order in which they were made */
    pending_t **last;
    uint64_t waits_at; /* 0: it does not wait */
    uint64_t waits_for;
    bool done;
    void (*body)(void *argument);
} fiber_t;

/* The lanes of a PE. */
typedef struct group {
    simulation_pe_t pe; /* the first member */
    uint64_t barriers;  /* that all lanes have come to */
    int waiting;        /* at the next one */
    uint64_t orders;    /* of them, those that order memory */
    uint64_t value;     /* lane 0's, or the least so far */
} group_t;

simulation_lane_t *simulation_me;

static struct {
    int n;
    int lanes;
    int count; /* of fibers: those of a PE are neighbours */
    int live;
    size_t heap_bytes;
    unsigned char *heaps;  /* one after the other */
    unsigned char *chains; /* for each word of the heaps the chain of the flag in it */
    unsigned char *stacks;
    group_t *groups;
    fiber_t *fibers;
    ucontext_t scheduler;
    uint64_t random;
    bool in_order;
    int turn;
} job;

static void *map(size_t bytes)
{
    void *const memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) {
        perror("simulation: mmap");
        exit(EXIT_FAILURE);
    }
    return memory;
}

uint64_t simulation_random(void)
{
    job.random += 0x9e3779b97f4a7c15u;
    uint64_t x = (job.random ^ (job.random >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

void simulation_open(int n, int lanes, size_t heap_bytes, uint64_t seed, bool in_order)
{
    job.n = n;
    job.lanes = lanes;
    job.count = n * lanes;
    job.heap_bytes = (heap_bytes + 4095) / 4096 * 4096;
    job.random = seed;
    job.in_order = in_order;
    job.turn = 0;
    job.heaps = map((size_t)n * job.heap_bytes);
    job.chains = map((size_t)n * job.heap_bytes);
    job.stacks = map((size_t)job.count * STACK_BYTES);
    job.groups = calloc((size_t)n, sizeof *job.groups);
    job.fibers = calloc((size_t)job.count, sizeof *job.fibers);
    if (!job.groups || !job.fibers) {
        fprintf(stderr, "simulation: no memory for %d PEs\n", n);
        exit(EXIT_FAILURE);
    }
    for (int i = 0; i < n; i++) {
        job.groups[i].pe.me = i;
        job.groups[i].pe.heap = job.heaps + (size_t)i * job.heap_bytes;
    }
    for (int i = 0; i < job.count; i++) {
        fiber_t *const fiber = &job.fibers[i];
        fiber->lane.pe = &job.groups[i / lanes].pe;
        fiber->lane.lane = i % lanes;
        fiber->stack = job.stacks + (size_t)i * STACK_BYTES;
        fiber->last = &fiber->first;
    }
}

void simulation_close(void)
{
    munmap(job.stacks, (size_t)job.count * STACK_BYTES);
    munmap(job.chains, (size_t)job.n * job.heap_bytes);
    munmap(job.heaps, (size_t)job.n * job.heap_bytes);
    free(job.fibers);
    free(job.groups);
}

simulation_pe_t *simulation_pe(int pe)
{
    return &job.groups[pe].pe;
}

int simulation_lanes(void)
{
    return job.lanes;
}

/* ---- Stores --------------------------------------------------------------------------------------- */

static bool is_in_heaps(const void *address)
{
    const unsigned char *const byte = address;
    return byte >= job.heaps && byte < job.heaps + (size_t)job.n * job.heap_bytes;
}

static bool is_own(const void *address)
{
    const unsigned char *const byte = address;
    return byte >= simulation_me->pe->heap && byte < simulation_me->pe->heap + job.heap_bytes;
}

static int64_t *chain_at(uint64_t address)
{
    const size_t offset = (size_t)(address - (uint64_t)(uintptr_t)job.heaps);
    return (int64_t *)(void *)(job.chains + offset / sizeof(int64_t) * sizeof(int64_t));
}

static int64_t join_chains(long chain, long far_chain)
{
    return (int64_t)far_chain << 32 | chain;
}

static void arrive(const pending_t *store)
{
    memcpy(store->to, store->data, store->bytes);
    if (store->is_flag) {
        *chain_at((uint64_t)(uintptr_t)store->to) = store->chain;
    }
}

static bool overlap(const pending_t *a, const pending_t *b)
{
    return a->to < b->to + b->bytes && b->to < a->to + a->bytes;
}

static group_t *group_of(const fiber_t *fiber)
{
    return job.groups + (fiber - job.fibers) / job.lanes;
}

static fiber_t *first_lane_of(const fiber_t *fiber)
{
    return job.fibers + (fiber - job.fibers) / job.lanes * job.lanes;
}

/* Whether a lane of the fiber's group has stored something on its host before a barrier that the flag comes
 * after, and it has not arrived. */
static bool is_behind_others(const fiber_t *fiber, const pending_t *flag)
{
    const fiber_t *const lanes = first_lane_of(fiber);
    for (int i = 0; i < job.lanes; i++) {
        for (const pending_t *store = lanes[i].first; store; store = store->next) {
            if (store->far < 0 && store->orders < flag->orders) {
                return true;
            }
        }
    }
    return false;
}

/* A flag arrives after all that was stored on its host, or sent to its PE, before it, by its lane or, before
 * a barrier, by any of the group; anything arrives after older stores to its place. */
static bool may_arrive(const fiber_t *fiber, const pending_t *store)
{
    if (store->is_flag && store->far < 0 && is_behind_others(fiber, store)) {
        return false;
    }
    for (const pending_t *older = fiber->first; older != store; older = older->next) {
        if ((store->is_flag && store->far == older->far) || overlap(older, store)) {
            return false;
        }
    }
    return true;
}

static void take_out(fiber_t *fiber, pending_t **link)
{
    pending_t *const store = *link;
    arrive(store);
    *link = store->next;
    if (!store->next) {
        fiber->last = link;
    }
    free(store);
}

/* Some of the lane's stores arrive, or the oldest if it must. */
static bool deliver(fiber_t *fiber, bool must)
{
    if (must && fiber->first && may_arrive(fiber, fiber->first)) {
        take_out(fiber, &fiber->first);
        return true;
    }
    for (pending_t **link = &fiber->first; *link;) {
        if (simulation_random() % 2 && may_arrive(fiber, *link)) {
            take_out(fiber, link);
        } else {
            link = &(*link)->next;
        }
    }
    return false;
}

/* What goes to other hosts, the PE's first lane keeps for all. */
static void send(void *to, const void *data, size_t bytes, bool is_flag, int far)
{
    fiber_t *const me = (fiber_t *)(void *)simulation_me;
    fiber_t *const fiber = far < 0 ? me : me - simulation_me->lane;
    pending_t *const store = malloc(sizeof *store + bytes);
    if (!store) {
        fprintf(stderr, "simulation: no memory for a store of %zu bytes\n", bytes);
        exit(EXIT_FAILURE);
    }
    *store = (pending_t){
        .to = to, .bytes = bytes, .is_flag = is_flag, .far = far, .orders = group_of(me)->orders};
    store->chain =
        join_chains(simulation_me->pe->chain + 1, simulation_me->pe->far_chain + (far >= 0));
    memcpy(store->data, data, bytes);
    *fiber->last = store;
    fiber->last = &store->next;
    simulation_me->pe->messages++;
    simulation_me->pe->far_messages += far >= 0;
    simulation_me->pe->bytes += is_flag ? 0 : (long)bytes;
    if (job.in_order) {
        deliver(fiber, true);
    } else {
        simulation_point();
    }
}

uint64_t simulation_translate(uint64_t address, int pe)
{
    return address - (uint64_t)(uintptr_t)simulation_me->pe->heap +
           (uint64_t)(uintptr_t)job.groups[pe].pe.heap;
}

/* Ends the process when an address is on another host. */
static void check_near(const void *address, const char *what)
{
    if (is_in_heaps(address)) {
        const size_t offset = (size_t)((const unsigned char *)address - job.heaps);
        const int pe = (int)(offset / job.heap_bytes);
        if (simulation_is_far(pe)) {
            fprintf(stderr, "simulation: PE %d %s PE %d on another host\n", simulation_me->pe->me,
                    what, pe);
            exit(EXIT_FAILURE);
        }
    }
}

void simulation_read(const void *source)
{
    check_near(source, "loads from");
    if (is_in_heaps(source) && !is_own(source) && !simulation_me->may_load) {
        fprintf(stderr, "simulation: PE %d loads from another PE\n", simulation_me->pe->me);
        exit(EXIT_FAILURE);
    }
}

void simulation_copy(void *destination, const void *source, size_t bytes)
{
    if (bytes == 0) {
        return;
    }
    simulation_read(source);
    check_near(destination, "stores to");
    if (is_in_heaps(destination) && !is_own(destination)) {
        send(destination, source, bytes, false, -1);
    } else {
        memmove(destination, source, bytes);
    }
}

void simulation_store(uint64_t address, uint64_t value)
{
    if (is_own((const void *)(uintptr_t)address)) {
        simulation_fence();
        memcpy((void *)(uintptr_t)address, &value, sizeof value);
        *chain_at(address) = join_chains(simulation_me->pe->chain, simulation_me->pe->far_chain);
        return;
    }
    check_near((void *)(uintptr_t)address, "stores to");
    send((void *)(uintptr_t)address, &value, sizeof value, true, -1);
}

void simulation_store_relaxed(uint64_t address, uint64_t value)
{
    check_near((void *)(uintptr_t)address, "stores to");
    send((void *)(uintptr_t)address, &value, sizeof value, false, -1);
}

/* What the lane stored on its host before so many orders of its group. */
static void take_near(fiber_t *fiber, uint64_t orders)
{
    for (pending_t **link = &fiber->first; *link;) {
        if ((*link)->far < 0 && (*link)->orders < orders) {
            take_out(fiber, link);
        } else {
            link = &(*link)->next;
        }
    }
}

void simulation_fence(void)
{
    fiber_t *const me = (fiber_t *)(void *)simulation_me;
    fiber_t *const lanes = first_lane_of(me);
    for (int i = 0; i < job.lanes; i++) {
        take_near(&lanes[i], group_of(me)->orders);
    }
    take_near(me, UINT64_MAX);
}

void simulation_complete(void)
{
    fiber_t *const me = (fiber_t *)(void *)simulation_me;
    simulation_fence();
    while (deliver(me - simulation_me->lane, true)) {
    }
}

/* ---- Other hosts --------------------------------------------------------------------------------- */

bool simulation_is_far(int pe)
{
    return job.groups[pe].pe.host != simulation_me->pe->host;
}

void simulation_copy_far(uint64_t address, const void *source, size_t bytes, int pe)
{
    simulation_fence();
    if (bytes > 0) {
        send((void *)(uintptr_t)simulation_translate(address, pe), source, bytes, false, pe);
    }
}

void simulation_store_far(uint64_t address, uint64_t value, int pe)
{
    simulation_fence();
    send((void *)(uintptr_t)simulation_translate(address, pe), &value, sizeof value, true, pe);
}

void simulation_tell_far(uint64_t address, const uint64_t *word, const void *source, size_t bytes,
                         uint64_t flag, uint64_t number, int pe)
{
    const long beside = (word != NULL) + (bytes > 0);
    if (word) {
        simulation_copy_far(address, word, sizeof *word, pe);
        address += sizeof *word;
    }
    simulation_copy_far(address, source, bytes, pe);
    simulation_store_far(flag, number, pe);
    simulation_me->pe->messages -= beside;
    simulation_me->pe->far_messages -= beside;
}

/* ---- Fibers --------------------------------------------------------------------------------------- */

static bool can_go_on(const fiber_t *fiber)
{
    if (fiber->done) {
        return false;
    }
    uint64_t word;
    if (!fiber->waits_at) {
        return true;
    }
    memcpy(&word, (const void *)(uintptr_t)fiber->waits_at, sizeof word);
    return word >= fiber->waits_for;
}

static void give_way(void)
{
    fiber_t *const fiber = (fiber_t *)(void *)simulation_me;
    swapcontext(&fiber->context, &job.scheduler);
    simulation_me = &fiber->lane;
}

void simulation_point(void)
{
    if (!job.in_order && simulation_random() % 4 == 0) {
        give_way();
    }
}

void simulation_wait(uint64_t address, uint64_t number)
{
    fiber_t *const fiber = (fiber_t *)(void *)simulation_me;
    simulation_point();
    fiber->waits_at = address;
    fiber->waits_for = number;
    while (!can_go_on(fiber)) {
        give_way();
    }
    fiber->waits_at = 0;
    if (is_in_heaps((const void *)(uintptr_t)address)) {
        const int64_t both = *chain_at(address);
        const long chain = (long)(both & 0xffffffff);
        const long far_chain = (long)(both >> 32);
        simulation_pe_t *const pe = fiber->lane.pe;
        pe->chain = chain > pe->chain ? chain : pe->chain;
        pe->far_chain = far_chain > pe->far_chain ? far_chain : pe->far_chain;
    }
}

/* ---- Groups --------------------------------------------------------------------------------------- */

static void meet(bool orders)
{
    group_t *const group = (group_t *)(void *)simulation_me->pe;
    const uint64_t number = group->barriers + 1;
    if (++group->waiting < job.lanes) {
        simulation_wait((uint64_t)(uintptr_t)&group->barriers, number);
        return;
    }
    group->waiting = 0;
    group->orders += orders;
    group->barriers = number;
}

void simulation_barrier(void)
{
    if (job.lanes > 1) {
        simulation_point();
        meet(true);
        simulation_point();
    }
}

uint64_t simulation_broadcast(uint64_t value)
{
    group_t *const group = (group_t *)(void *)simulation_me->pe;
    meet(false);
    if (simulation_me->lane == 0) {
        group->value = value;
    }
    meet(false);
    const uint64_t result = group->value;
    meet(false);
    return result;
}

uint64_t simulation_min(uint64_t value)
{
    group_t *const group = (group_t *)(void *)simulation_me->pe;
    (void)simulation_broadcast(value);
    group->value = value < group->value ? value : group->value;
    meet(false);
    const uint64_t result = group->value;
    meet(false);
    return result;
}

/* ---- Runs ----------------------------------------------------------------------------------------- */

static void start_fiber(void)
{
    fiber_t *const fiber = (fiber_t *)(void *)simulation_me;
    fiber->body(fiber->lane.argument);
    fiber->done = true;
    job.live--;
    give_way();
}

static _Noreturn void report_deadlock(void)
{
    fprintf(stderr, "simulation: nobody can go on\n");
    for (int i = 0, shown = 0; i < job.count && shown < 16; i++) {
        const fiber_t *const fiber = &job.fibers[i];
        if (!fiber->done) {
            uint64_t word;
            memcpy(&word, (const void *)(uintptr_t)fiber->waits_at, sizeof word);
            fprintf(stderr,
                    "PE %d lane %d waits for 0x%llx at %lld bytes into its heap, where 0x%llx is\n",
                    fiber->lane.pe->me, fiber->lane.lane, (unsigned long long)fiber->waits_for,
                    (long long)(fiber->waits_at - (uint64_t)(uintptr_t)fiber->lane.pe->heap),
                    (unsigned long long)word);
            shown++;
        }
    }
    exit(EXIT_FAILURE);
}

/* The next fiber that can go on, from a place that is by chance or, in order, after the last. */
static fiber_t *next_fiber(void)
{
    const int from = job.in_order ? job.turn : (int)(simulation_random() % (unsigned)job.count);
    for (int i = 0; i < job.count; i++) {
        const int next = (from + i) % job.count;
        if (can_go_on(&job.fibers[next])) {
            job.turn = (next + 1) % job.count;
            return &job.fibers[next];
        }
    }
    return NULL;
}

/* All that one lane may send; false if no lane has anything. */
static bool deliver_any(void)
{
    for (int i = 0; i < job.count; i++) {
        if (deliver(&job.fibers[i], true)) {
            while (deliver(&job.fibers[i], true)) {
            }
            return true;
        }
    }
    return false;
}

void simulation_run(void (*body)(void *argument), void *const *arguments)
{
    job.live = job.count;
    for (int i = 0; i < job.count; i++) {
        fiber_t *const fiber = &job.fibers[i];
        fiber->lane.argument = arguments[i / job.lanes];
        fiber->body = body;
        fiber->done = false;
        fiber->waits_at = 0;
        getcontext(&fiber->context);
        fiber->context.uc_stack.ss_sp = fiber->stack;
        fiber->context.uc_stack.ss_size = STACK_BYTES;
        fiber->context.uc_link = NULL;
        makecontext(&fiber->context, start_fiber, 0);
    }
    while (job.live > 0) {
        if (!job.in_order) {
            deliver(&job.fibers[simulation_random() % (unsigned)job.count], false);
        }
        fiber_t *fiber = next_fiber();
        while (!fiber && deliver_any()) {
            fiber = next_fiber();
        }
        if (!fiber) {
            report_deadlock();
        }
        simulation_me = &fiber->lane;
        swapcontext(&job.scheduler, &fiber->context);
    }
    while (deliver_any()) {
    }
}
