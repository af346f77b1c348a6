/* SPDX-License-Identifier: BSD-3-Clause */
#include "collective_cases.h"

#include "harness.h"
#include "ishmemx.h"
#include "memory.h"
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define BYTES_OF_BATCH ((size_t)8 << 20)
#define BYTES_OF_LARGE ((size_t)80 << 20)
#define LARGEST_DEST ((size_t)32 << 20)

/* ---- Callers ------------------------------------------------------------------------------------- */

uint64_t collective_random(uint64_t *state)
{
    *state += 0x9e3779b97f4a7c15u;
    uint64_t x = (*state ^ (*state >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

void collective_dawdle(uint64_t *state)
{
    const uint64_t chance = collective_random(state);
    switch (chance % 16) {
    case 0:
        nanosleep(&(struct timespec){.tv_nsec = (long)(chance >> 8) % 150000}, NULL);
        break;
    case 1:
    case 2:
        sched_yield();
        break;
    case 3:
        for (volatile unsigned i = 0; i < (unsigned)(chance >> 8) % 4000; i++) {
        }
        break;
    default:
        break;
    }
}

static void write_source(const collective_call_t *call)
{
    if (call->image) {
        ishmem_putmem((void *)(uintptr_t)call->source, call->image, call->image_bytes, test_me);
        ishmem_quiet();
    }
}

static int run_by_host(const collective_caller_t *self, const collective_call_t *calls, int count)
{
    int failed = 0;
    uint64_t chance = (uint64_t)test_me * 7919 + (uint64_t)time(NULL);
    for (int i = 0; i < count; i++) {
        if (self == &collective_dawdling_host) {
            collective_dawdle(&chance);
            write_source(&calls[i]);
        }
        failed += calls[i].routine->call(&calls[i]) != 0;
    }
    return failed;
}

const collective_caller_t collective_host = {.name = "the host", .run = run_by_host};
const collective_caller_t collective_dawdling_host = {.name = "the dawdling host",
                                                      .run = run_by_host};

/* ---- One batch ------------------------------------------------------------------------------------ */

void batch_open_at(collective_batch_t *batch, unsigned char *memory, unsigned char *sources,
                   size_t bytes, int limit)
{
    *batch =
        (collective_batch_t){.memory = memory, .sources = sources, .bytes = bytes, .limit = limit};
    batch->image = malloc(bytes);
    batch->seen = malloc(bytes);
    batch->cases = malloc((size_t)limit * sizeof *batch->cases);
    batch->calls = malloc((size_t)limit * sizeof *batch->calls);
    if (!batch->memory || !batch->image || !batch->seen || !batch->cases || !batch->calls) {
        test_fatal("no memory for a batch of %zu bytes", bytes);
    }
}

void batch_open(collective_batch_t *batch, size_t bytes, int limit)
{
    unsigned char *const memory = ishmem_align(4096, bytes);
    batch_open_at(batch, memory, memory, bytes, limit);
    batch->is_own = true;
}

void batch_close(collective_batch_t *batch)
{
    free(batch->calls);
    free(batch->cases);
    free(batch->seen);
    free(batch->image);
    if (batch->is_own) {
        ishmem_free(batch->memory);
    }
}

void batch_empty(collective_batch_t *batch)
{
    batch->count = 0;
    batch->call_count = 0;
    batch->used = 0;
}

static size_t dest_bytes(const collective_case_t *one)
{
    return model_dest_elements(&one->model) * one->model.size;
}

static size_t source_bytes(const collective_case_t *one)
{
    return model_source_elements(&one->model) * one->model.size;
}

/* Room for an array, its offset and a guard before it; returns where the array is. */
static size_t take(size_t *used, size_t offset, size_t bytes)
{
    const size_t at = (*used + TEST_GUARD_BYTES + 63) / 64 * 64 + offset;
    *used = at + bytes;
    return at;
}

bool batch_add(collective_batch_t *batch, const collective_case_t *one)
{
    size_t used = batch->used;
    const size_t dest_at = take(&used, one->dest_offset, dest_bytes(one));
    const size_t source_at =
        one->in_place ? dest_at : take(&used, one->source_offset, source_bytes(one));
    if (batch->count == batch->limit || used + TEST_GUARD_BYTES > batch->bytes) {
        return false;
    }
    collective_case_t *const added = &batch->cases[batch->count++];
    *added = *one;
    added->dest_at = dest_at;
    added->source_at = source_at;
    batch->used = used;
    if (one->team->me < 0) {
        return true;
    }
    batch->calls[batch->call_count++] =
        (collective_call_t){.routine = one->routine,
                            .number = (unsigned)batch->count,
                            .team = one->team->handle,
                            .without_team = one->without_team,
                            .root = one->model.root,
                            .dest = batch->memory + dest_at,
                            .source = (one->in_place ? batch->memory : batch->sources) + source_at,
                            .nelems = model_count(&one->model, one->model.me),
                            .dst = one->model.dst,
                            .sst = one->model.sst};
    return true;
}

/* Static objects are not the driver's memory. */
static bool is_of_heap(const void *symmetric)
{
    ze_memory_allocation_properties_t properties = {
        .stype = ZE_STRUCTURE_TYPE_MEMORY_ALLOCATION_PROPERTIES};
    return zeMemGetAllocProperties(ishmemx_ze_context(), symmetric, &properties, NULL) ==
               ZE_RESULT_SUCCESS &&
           properties.type != ZE_MEMORY_TYPE_UNKNOWN;
}

static void write_symmetric(void *symmetric, const void *source, size_t bytes)
{
    if (is_of_heap(symmetric)) {
        memory_write(symmetric, source, bytes);
    } else {
        memcpy(symmetric, source, bytes);
    }
}

static void fill_symmetric(void *symmetric, unsigned char value, size_t bytes)
{
    if (is_of_heap(symmetric)) {
        memory_fill(symmetric, value, bytes);
    } else {
        memset(symmetric, value, bytes);
    }
}

static void read_symmetric(void *dest, const void *symmetric, size_t bytes)
{
    if (is_of_heap(symmetric)) {
        memory_read(dest, symmetric, bytes);
    } else {
        memcpy(dest, symmetric, bytes);
    }
}

void batch_write(collective_batch_t *batch, const collective_caller_t *caller)
{
    const size_t bytes = batch->used + TEST_GUARD_BYTES;
    memset(batch->image, TEST_GUARD, bytes);
    collective_call_t *call = batch->calls;
    for (int i = 0; i < batch->count; i++) {
        const collective_case_t *const one = &batch->cases[i];
        if (one->team->me < 0) {
            continue;
        }
        model_fill_source(&one->model, batch->image + one->source_at);
        /* Where dest is source it has to be ready before anybody calls. */
        const bool is_late = caller == &collective_dawdling_host && !one->in_place;
        call->image = is_late ? batch->image + one->source_at : NULL;
        call->image_bytes = source_bytes(one);
        call++;
    }
    write_symmetric(batch->memory, batch->image, bytes);
    if (batch->sources != batch->memory) {
        write_symmetric(batch->sources, batch->image, bytes);
    }
    for (int i = 0; i < batch->call_count; i++) {
        if (batch->calls[i].image && batch->calls[i].image_bytes > 0) {
            fill_symmetric((void *)(uintptr_t)batch->calls[i].source, (unsigned char)~TEST_GUARD,
                           batch->calls[i].image_bytes);
        }
    }
}

void batch_run(collective_batch_t *batch, const collective_caller_t *caller)
{
    batch->failed_calls = caller->run(caller, batch->calls, batch->call_count);
}

static void check_case(const collective_batch_t *batch, const collective_case_t *one,
                       const char *who)
{
    const size_t bytes = dest_bytes(one);
    if (one->team->me >= 0) {
        const size_t wrong = model_first_wrong(&one->model, batch->seen + one->dest_at, TEST_GUARD);
        test_check(wrong == SIZE_MAX,
                   "%s%s by %s on %s (%d members, this is %d): element %zu of dest is wrong "
                   "(count %zu, root %d, strides %td and %td, offsets %zu and %zu%s)",
                   one->routine->name, one->without_team ? " without team" : "", who,
                   one->team->name, one->team->n, one->team->me, wrong, one->model.nelems,
                   one->model.root, one->model.dst, one->model.sst, one->dest_offset,
                   one->source_offset, one->in_place ? ", in place" : "");
        /* What is left must be as it was written. */
        memcpy(batch->image + one->dest_at, batch->seen + one->dest_at, bytes);
    }
}

void batch_check(collective_batch_t *batch, const collective_caller_t *caller)
{
    const size_t bytes = batch->used + TEST_GUARD_BYTES;
    test_check(batch->failed_calls == 0, "%d calls by %s did not return 0", batch->failed_calls,
               caller->name);
    if (batch->sources != batch->memory) {
        read_symmetric(batch->seen, batch->sources, bytes);
        test_check(memcmp(batch->seen, batch->image, bytes) == 0, "sources have changed");
    }
    read_symmetric(batch->seen, batch->memory, bytes);
    for (int i = 0; i < batch->count; i++) {
        check_case(batch, &batch->cases[i], caller->name);
    }
    if (memcmp(batch->seen, batch->image, bytes) == 0) {
        return;
    }
    size_t at = 0;
    while (batch->seen[at] == batch->image[at]) {
        at++;
    }
    int i = batch->count - 1;
    while (i > 0 && batch->cases[i].dest_at - TEST_GUARD_BYTES > at) {
        i--;
    }
    const collective_case_t *const one = &batch->cases[i];
    test_check(false,
               "a byte outside of any dest changed, near %s by %s on %s (count %zu, %d members): "
               "%td bytes behind the start of dest, %td behind that of source",
               one->routine->name, caller->name, one->team->name, one->model.nelems, one->team->n,
               (ptrdiff_t)at - (ptrdiff_t)one->dest_at, (ptrdiff_t)at - (ptrdiff_t)one->source_at);
}

/* Floating-point results are the same bits on all members. */
static void check_same_bits(const collective_batch_t *batch)
{
    uint64_t *const digests = ishmem_malloc((size_t)batch->limit * sizeof *digests);
    for (int i = 0; i < batch->count; i++) {
        const collective_case_t *const one = &batch->cases[i];
        uint64_t digest = 14695981039346656037u;
        for (size_t k = 0; one->team->me >= 0 && k < dest_bytes(one); k++) {
            digest = (digest ^ batch->seen[one->dest_at + k]) * 1099511628211u;
        }
        ishmem_uint64_p(&digests[i], digest, test_me);
    }
    ishmem_barrier_all();
    for (int i = 0; i < batch->count; i++) {
        const collective_case_t *const one = &batch->cases[i];
        if (one->team->me > 0 && model_is_same_on_all(one->model.id) &&
            one->model.number >= COLLECTIVE_REAL) {
            const int pe = one->team->members[one->team->me - 1];
            test_check(ishmem_uint64_g(&digests[i], pe) == ishmem_uint64_g(&digests[i], test_me),
                       "%s on %s, count %zu: other bits than on PE %d", one->routine->name,
                       one->team->name, one->model.nelems, pe);
        }
    }
    ishmem_barrier_all();
    ishmem_free(digests);
}

static bool has_real_reduction(const collective_batch_t *batch)
{
    for (int i = 0; i < batch->count; i++) {
        if (batch->cases[i].model.number >= COLLECTIVE_REAL &&
            model_is_reduction(batch->cases[i].model.id)) {
            return true;
        }
    }
    return false;
}

void batch_do(collective_batch_t *batch, const collective_caller_t *caller)
{
    batch_write(batch, caller);
    ishmem_barrier_all();
    batch_run(batch, caller);
    /* A dest is complete when its call returns; but only a barrier tells that no PE will store
     * beside one any more.  Every other batch goes without. */
    static unsigned turn;
    if (turn++ % 2 == 0) {
        ishmem_barrier_all();
    }
    batch_check(batch, caller);
    if (has_real_reduction(batch)) {
        check_same_bits(batch);
    }
    batch_empty(batch);
}

static void add_or_do(collective_batch_t *batch, const collective_caller_t *caller,
                      const collective_case_t *one)
{
    if (batch_add(batch, one)) {
        return;
    }
    batch_do(batch, caller);
    if (!batch_add(batch, one)) {
        test_fatal("a case of %s larger than a batch", one->routine->name);
    }
}

/* ---- Which cases ---------------------------------------------------------------------------------- */

void case_on_team(collective_case_t *one, const collective_team_t *team, uint64_t *state)
{
    one->team = team;
    one->model.n = team->n;
    one->model.me = team->me;
    one->model.root = (int)(collective_random(state) % (unsigned)team->n);
    one->without_team = team == &teams[0] && collective_random(state) % 2;
}

collective_case_t case_by_chance(const collective_routine_t *routine, uint64_t *state,
                                 size_t largest_count)
{
    static const size_t counts[] = {0, 1, 1, 3, 6, 7, 8, 29, 61, 100, 700, 4096};
    const uint64_t chance = collective_random(state);
    size_t count;
    do {
        count = counts[collective_random(state) % (sizeof counts / sizeof counts[0])];
    } while (count > largest_count);
    collective_case_t one = {.routine = routine,
                             .in_place = model_may_be_in_place(routine->id) && chance % 4 == 0,
                             .dest_offset = (chance >> 8) % 9 * routine->alignment,
                             .source_offset = (chance >> 16) % 9 * routine->alignment,
                             .model = {.id = routine->id,
                                       .number = routine->number,
                                       .size = routine->size,
                                       .seed = (uint32_t)(chance >> 32),
                                       .nelems = count,
                                       .dst = 1 + (ptrdiff_t)((chance >> 24) % 3),
                                       .sst = 1 + (ptrdiff_t)((chance >> 26) % 3)}};
    const uint64_t which = collective_random(state);
    case_on_team(&one, &teams[which % 3 ? which / 3 % (unsigned)team_count : 0], state);
    return one;
}

void collective_sweep(const collective_caller_t *caller, const collective_routine_t *routines,
                      size_t count, int rounds)
{
    collective_batch_t batch;
    uint64_t state = 1;
    batch_open(&batch, BYTES_OF_BATCH, 24);
    for (size_t i = 0; i < count; i++) {
        for (int round = 0; round < rounds; round++) {
            const collective_case_t one = case_by_chance(&routines[i], &state, 4096);
            add_or_do(&batch, caller, &one);
        }
    }
    batch_do(&batch, caller);
    batch_close(&batch);
}

/* Odd, so that each team still has every count with one routine or another. */
#define LONGEST_STEP 7

void collective_all_teams(const collective_caller_t *caller, const collective_routine_t *routines,
                          size_t count)
{
    static const size_t counts[] = {0, 1, 7, 300};
    const unsigned step = test_step(1, LONGEST_STEP);
    collective_batch_t batch;
    uint64_t state = 2;
    unsigned number = 0;
    batch_open(&batch, BYTES_OF_BATCH, 64);
    for (int t = 0; t < team_count; t++) {
        for (size_t i = 0; i < count; i++) {
            for (size_t k = 0; k < sizeof counts / sizeof counts[0]; k++) {
                collective_case_t one = case_by_chance(&routines[i], &state, 4096);
                case_on_team(&one, &teams[t], &state);
                one.model.nelems = counts[k];
                const int roots = routines[i].id == COLLECTIVE_broadcast ? teams[t].n : 1;
                for (int root = 0; root < roots; root++) {
                    one.model.root = root;
                    if (number++ % step == 0) {
                        add_or_do(&batch, caller, &one);
                    }
                }
            }
        }
    }
    batch_do(&batch, caller);
    batch_close(&batch);
}

void collective_large(const collective_caller_t *caller, const collective_routine_t *routines,
                      size_t count)
{
    /* The last ones also where two members share a reduction, with and without a rest. */
    static const size_t counts[] = {32768, 300001, 1200003, 1 << 20};
    collective_batch_t batch;
    uint64_t state = 3;
    batch_open(&batch, BYTES_OF_LARGE, 3);
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < sizeof counts / sizeof counts[0]; k++) {
            collective_case_t one = case_by_chance(&routines[i], &state, 0);
            one.model.nelems = counts[k];
            while (dest_bytes(&one) > LARGEST_DEST || source_bytes(&one) > LARGEST_DEST) {
                one.model.nelems = one.model.nelems / 2 + 1;
            }
            add_or_do(&batch, caller, &one);
        }
    }
    batch_do(&batch, caller);
    batch_close(&batch);
}

void collective_mix(const collective_caller_t *caller, const collective_routine_t *routines,
                    size_t count, int batches, int calls)
{
    collective_batch_t batch;
    uint64_t state = 4;
    batch_open(&batch, BYTES_OF_BATCH, calls);
    for (int i = 0; i < batches; i++) {
        /* Some batches have small calls alone: there a PE gets farther ahead of another. */
        const size_t largest = i % 3 == 0 ? 4096 : i % 3 == 1 ? 8 : 1;
        for (bool room = true; room;) {
            const collective_routine_t *const routine =
                &routines[collective_random(&state) % count];
            collective_case_t one = case_by_chance(routine, &state, largest);
            if (i % 2) {
                case_on_team(&one, &teams[0], &state);
            }
            room = batch_add(&batch, &one);
        }
        batch_do(&batch, caller);
    }
    batch_close(&batch);
}

void collective_repeat(const collective_caller_t *caller, const collective_routine_t *routines,
                       size_t count, int rounds)
{
    static const size_t counts[] = {1, 5, 300, 20000};
    collective_batch_t batch;
    uint64_t state = 5;
    batch_open(&batch, (size_t)2 << 20, 2);
    unsigned char *const first = malloc(batch.bytes);
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < sizeof counts / sizeof counts[0]; k++) {
            collective_case_t one = case_by_chance(&routines[i], &state, 0);
            one.model.nelems = counts[k];
            one.in_place = false;
            if (k != 2) {
                case_on_team(&one, &teams[0], &state);
            }
            if (routines[i].number < COLLECTIVE_REAL || !model_is_reduction(routines[i].id)) {
                continue;
            }
            int differing = 0;
            for (int round = 0; round < rounds; round++) {
                batch_add(&batch, &one);
                batch_write(&batch, caller);
                ishmem_barrier_all();
                batch_run(&batch, caller);
                batch_check(&batch, caller);
                const unsigned char *const dest = batch.seen + batch.cases[0].dest_at;
                if (round == 0) {
                    memcpy(first, dest, dest_bytes(&one));
                }
                differing += memcmp(first, dest, dest_bytes(&one)) != 0;
                batch_empty(&batch);
            }
            test_check(differing == 0, "%s on %s, count %zu: other bits in %d of %d runs",
                       routines[i].name, one.team->name, one.model.nelems, differing, rounds);
        }
    }
    free(first);
    batch_close(&batch);
}
