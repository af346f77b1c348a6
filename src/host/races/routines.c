/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A name is taken apart once: the prefix, with a context or without; the type or the size; the family; and the
 * group that calls.  The families' arguments are those of ishmem/routine_lists.h.
 *
 * word         written by                   read by        ordering
 * known[]      who finds a routine first    any thread     under the mutex of common.h
 */
#include "routines.h"

#include "common.h"
#include "host_team.h"
#include "ishmem/type_lists.h"
#include "job.h"
#include "places.h"
#include "shared/lock.h"
#include "shared/state.h"
#include "team_calls.h"
#include "team_table.h"
#include <string.h>

/* ---- Names ------------------------------------------------------------------------------------- */

typedef enum shape {
    SHAPE_NONE, /* nothing is known of it */
    SHAPE_PUT,
    SHAPE_GET,
    SHAPE_IPUT,
    SHAPE_IGET,
    SHAPE_IBPUT,
    SHAPE_IBGET,
    SHAPE_P,
    SHAPE_G,
    SHAPE_PUT_SIGNAL,
    SHAPE_SIGNAL,
    SHAPE_AMO,     /* dest first and pe last */
    SHAPE_AMO_NBI, /* after `fetch` */
    SHAPE_WAIT,
    SHAPE_WAIT_SET,
    SHAPE_TEST, /* of any number of objects; found if the result is not 0 */
    SHAPE_TEST_SET,
    SHAPE_TEST_ANY, /* found if the result is an index */
    SHAPE_SIGNAL_FETCH,
    SHAPE_FENCE,
    SHAPE_QUIET,
    SHAPE_SYNC_ALL,
    SHAPE_BARRIER_ALL,
    SHAPE_SYNC,
    SHAPE_BARRIER,
    SHAPE_BROADCAST,
    SHAPE_COLLECT,
    SHAPE_FCOLLECT,
    SHAPE_ALLTOALL,
    SHAPE_ALLTOALLS,
    SHAPE_REDUCE, /* scans, too */
    SHAPE_SCATTER,
    SHAPE_SET_LOCK,
    SHAPE_TEST_LOCK,
    SHAPE_CLEAR_LOCK
} shape_t;

#define NBI ISHMEMI_CALL_NBI
#define FETCHES ISHMEMI_CALL_FETCHES
#define WRITES ISHMEMI_CALL_WRITES

typedef struct family {
    const char *name;
    shape_t shape;
    uint8_t flags;
} family_t;

/* After a type's name and a `_`. */
static const family_t typed[] = {
    {"put", SHAPE_PUT, 0},
    {"put_nbi", SHAPE_PUT, NBI},
    {"get", SHAPE_GET, 0},
    {"get_nbi", SHAPE_GET, NBI},
    {"iput", SHAPE_IPUT, 0},
    {"iget", SHAPE_IGET, 0},
    {"ibput", SHAPE_IBPUT, 0},
    {"ibget", SHAPE_IBGET, 0},
    {"p", SHAPE_P, 0},
    {"g", SHAPE_G, 0},
    {"put_signal", SHAPE_PUT_SIGNAL, 0},
    {"put_signal_nbi", SHAPE_PUT_SIGNAL, NBI},
    {"atomic_compare_swap", SHAPE_AMO, WRITES | FETCHES},
    {"atomic_fetch_inc", SHAPE_AMO, WRITES | FETCHES},
    {"atomic_inc", SHAPE_AMO, WRITES},
    {"atomic_fetch_add", SHAPE_AMO, WRITES | FETCHES},
    {"atomic_add", SHAPE_AMO, WRITES},
    {"atomic_fetch", SHAPE_AMO, FETCHES},
    {"atomic_set", SHAPE_AMO, WRITES},
    {"atomic_swap", SHAPE_AMO, WRITES | FETCHES},
    {"atomic_fetch_and", SHAPE_AMO, WRITES | FETCHES},
    {"atomic_and", SHAPE_AMO, WRITES},
    {"atomic_fetch_or", SHAPE_AMO, WRITES | FETCHES},
    {"atomic_or", SHAPE_AMO, WRITES},
    {"atomic_fetch_xor", SHAPE_AMO, WRITES | FETCHES},
    {"atomic_xor", SHAPE_AMO, WRITES},
    {"atomic_compare_swap_nbi", SHAPE_AMO_NBI, WRITES | FETCHES | NBI},
    {"atomic_fetch_inc_nbi", SHAPE_AMO_NBI, WRITES | FETCHES | NBI},
    {"atomic_fetch_add_nbi", SHAPE_AMO_NBI, WRITES | FETCHES | NBI},
    {"atomic_fetch_nbi", SHAPE_AMO_NBI, FETCHES | NBI},
    {"atomic_swap_nbi", SHAPE_AMO_NBI, WRITES | FETCHES | NBI},
    {"atomic_fetch_and_nbi", SHAPE_AMO_NBI, WRITES | FETCHES | NBI},
    {"atomic_fetch_or_nbi", SHAPE_AMO_NBI, WRITES | FETCHES | NBI},
    {"atomic_fetch_xor_nbi", SHAPE_AMO_NBI, WRITES | FETCHES | NBI},
    {"wait_until", SHAPE_WAIT, 0},
    {"wait_until_all", SHAPE_WAIT_SET, 0},
    {"wait_until_any", SHAPE_WAIT_SET, 0},
    {"wait_until_some", SHAPE_WAIT_SET, 0},
    {"wait_until_all_vector", SHAPE_WAIT_SET, 0},
    {"wait_until_any_vector", SHAPE_WAIT_SET, 0},
    {"wait_until_some_vector", SHAPE_WAIT_SET, 0},
    {"test", SHAPE_TEST, 0},
    {"test_all", SHAPE_TEST_SET, 0},
    {"test_any", SHAPE_TEST_ANY, 0},
    {"test_some", SHAPE_TEST_SET, 0},
    {"test_all_vector", SHAPE_TEST_SET, 0},
    {"test_any_vector", SHAPE_TEST_ANY, 0},
    {"test_some_vector", SHAPE_TEST_SET, 0},
    {"broadcast", SHAPE_BROADCAST, 0},
    {"collect", SHAPE_COLLECT, 0},
    {"fcollect", SHAPE_FCOLLECT, 0},
    {"alltoall", SHAPE_ALLTOALL, 0},
    {"alltoalls", SHAPE_ALLTOALLS, 0},
    {"sum_inscan", SHAPE_REDUCE, 0},
    {"sum_exscan", SHAPE_REDUCE, 0},
};

/* With the size, or `mem`, in place of the #. */
static const family_t sized[] = {
    {"put#", SHAPE_PUT, 0},
    {"put#_nbi", SHAPE_PUT, NBI},
    {"get#", SHAPE_GET, 0},
    {"get#_nbi", SHAPE_GET, NBI},
    {"put#_signal", SHAPE_PUT_SIGNAL, 0},
    {"put#_signal_nbi", SHAPE_PUT_SIGNAL, NBI},
    {"iput#", SHAPE_IPUT, 0},
    {"iget#", SHAPE_IGET, 0},
    {"ibput#", SHAPE_IBPUT, 0},
    {"ibget#", SHAPE_IBGET, 0},
    {"broadcast#", SHAPE_BROADCAST, 0},
    {"collect#", SHAPE_COLLECT, 0},
    {"fcollect#", SHAPE_FCOLLECT, 0},
    {"alltoall#", SHAPE_ALLTOALL, 0},
    {"alltoalls#", SHAPE_ALLTOALLS, 0},
};

static const family_t plain[] = {
    {"fence", SHAPE_FENCE, 0},
    {"quiet", SHAPE_QUIET, 0},
    {"pe_quiet", SHAPE_QUIET, 0},
    {"sync_all", SHAPE_SYNC_ALL, 0},
    {"barrier_all", SHAPE_BARRIER_ALL, 0},
    {"team_sync", SHAPE_SYNC, 0},
    {"team_barrier", SHAPE_BARRIER, 0},
    {"signal_set", SHAPE_SIGNAL, 0},
    {"signal_add", SHAPE_SIGNAL, 0},
    {"signal_fetch", SHAPE_SIGNAL_FETCH, 0},
    {"signal_wait_until", SHAPE_WAIT, 0},
    {"set_lock", SHAPE_SET_LOCK, 0},
    {"test_lock", SHAPE_TEST_LOCK, 0},
    {"clear_lock", SHAPE_CLEAR_LOCK, 0},
};

#define LENGTH(ARRAY) (sizeof(ARRAY) / sizeof(ARRAY)[0])

typedef struct routine {
    shape_t shape;
    uint8_t flags;
    bool has_context;
    uint32_t size; /* of an element */
} routine_t;

/* A part of a name. */
typedef struct part {
    const char *text;
    size_t length;
} part_t;

static bool is_text(part_t part, const char *text)
{
    return strlen(text) == part.length && memcmp(part.text, text, part.length) == 0;
}

static bool take_front(part_t *part, const char *front)
{
    const size_t length = strlen(front);
    const bool has = part->length > length && memcmp(part->text, front, length) == 0;
    if (has) {
        part->text += length;
        part->length -= length;
    }
    return has;
}

static bool take_end(part_t *part, const char *end)
{
    const size_t length = strlen(end);
    const bool has =
        part->length > length && memcmp(part->text + part->length - length, end, length) == 0;
    part->length -= has ? length : 0;
    return has;
}

static bool fill(const family_t *family, uint32_t size, routine_t *routine)
{
    routine->shape = family->shape;
    routine->flags = family->flags;
    routine->size = size;
    return true;
}

/* sum_reduce, max_reduce_scatter and their kin. */
static const family_t *find_reduction(part_t name)
{
    static const family_t reduce = {"reduce", SHAPE_REDUCE, 0};
    static const family_t scatter = {"reduce_scatter", SHAPE_SCATTER, 0};
    const bool scatters = take_end(&name, "_reduce_scatter");
    const bool reduces = !scatters && take_end(&name, "_reduce");
    static const char *const operators[] = {"and", "or", "xor", "max", "min", "sum", "prod"};
    for (size_t i = 0; (scatters || reduces) && i < LENGTH(operators); i++) {
        if (is_text(name, operators[i])) {
            return scatters ? &scatter : &reduce;
        }
    }
    return NULL;
}

static bool find_typed(part_t name, uint32_t size, routine_t *routine)
{
    for (size_t i = 0; i < LENGTH(typed); i++) {
        if (is_text(name, typed[i].name)) {
            return fill(&typed[i], size, routine);
        }
    }
    const family_t *const reduction = find_reduction(name);
    return reduction && fill(reduction, size, routine);
}

static bool find_any_typed(part_t name, routine_t *routine)
{
#define ROW(NAME, TYPE, A) {#NAME "_", sizeof(TYPE)},
    static const struct {
        const char *name;
        uint32_t size;
    } types[] = {ISHMEMI_RMA_TYPES(ROW, ) ISHMEMI_REDUCE_HALF_TYPES(ROW, )};
#undef ROW
    for (size_t i = 0; i < LENGTH(types); i++) {
        part_t rest = name;
        if (take_front(&rest, types[i].name) && find_typed(rest, types[i].size, routine)) {
            return true;
        }
    }
    return false;
}

/* Whether the name is the pattern with this text in place of the #. */
static bool matches(part_t name, const char *pattern, const char *text)
{
    const size_t before = (size_t)(strchr(pattern, '#') - pattern);
    const size_t length = strlen(text);
    if (name.length <= before || memcmp(name.text, pattern, before) != 0) {
        return false;
    }
    const part_t middle = {name.text + before, name.length - before};
    return middle.length >= length && memcmp(middle.text, text, length) == 0 &&
           is_text((part_t){middle.text + length, middle.length - length}, pattern + before + 1);
}

static bool find_sized(part_t name, routine_t *routine)
{
    static const struct {
        const char *text;
        uint32_t size;
    } sizes[] = {{"mem", 1}, {"8", 1}, {"16", 2}, {"32", 4}, {"64", 8}, {"128", 16}};
    for (size_t i = 0; i < LENGTH(sized); i++) {
        for (size_t k = 0; k < LENGTH(sizes); k++) {
            if (matches(name, sized[i].name, sizes[k].text)) {
                return fill(&sized[i], sizes[k].size, routine);
            }
        }
    }
    return false;
}

static bool find_plain(part_t name, routine_t *routine)
{
    for (size_t i = 0; i < LENGTH(plain); i++) {
        if (is_text(name, plain[i].name)) {
            return fill(&plain[i], sizeof(uint64_t), routine);
        }
    }
    return false;
}

static routine_t take_apart(const char *text)
{
    routine_t routine = {SHAPE_NONE, 0, false, 0};
    part_t name = {text, strlen(text)};
    if (take_front(&name, "ishmem_") || take_front(&name, "ishmemx_")) {
        routine.has_context = take_front(&name, "ctx_");
        (void)(take_end(&name, "_work_group") || take_end(&name, "_sub_group"));
        (void)(find_plain(name, &routine) || find_any_typed(name, &routine) ||
               find_sized(name, &routine));
    }
    return routine;
}

/* By the names' addresses, where other modules may have other names later. */
#define KNOWN 512
#define NAME_BYTES 96
static struct known {
    char name[NAME_BYTES];
    routine_t routine;
} known[KNOWN];

void ishmemi_routines_open(void)
{
    memset(known, 0, sizeof known);
}

static routine_t find(const char *name)
{
    const uintptr_t key = (uintptr_t)name;
    if (strlen(name) >= NAME_BYTES) {
        return take_apart(name);
    }
    ishmemi_races_lock();
    struct known *const place = &known[(key ^ key >> 9) % KNOWN];
    if (strcmp(place->name, name) != 0) {
        strcpy(place->name, name);
        place->routine = take_apart(name);
    }
    const routine_t routine = place->routine;
    ishmemi_races_unlock();
    return routine;
}

/* ---- Calls ------------------------------------------------------------------------------------- */

/* The arguments after the context. */
typedef struct arguments {
    const uint64_t *at;
    uint32_t count;
    const ishmemi_state_t *context; /* NULL: the default one */
    uint32_t size;
} arguments_t;

static const void *pointer(const arguments_t *arguments, uint32_t i)
{
    return (const void *)(uintptr_t)arguments->at[i];
}

static ishmemi_observed_memory_t block(const arguments_t *arguments, uint32_t i, uint64_t count)
{
    return (ishmemi_observed_memory_t){pointer(arguments, i), count * arguments->size, 1, 0};
}

static ishmemi_observed_memory_t blocks(const arguments_t *arguments, uint32_t i, uint64_t stride,
                                        uint64_t elements, uint64_t count)
{
    return (ishmemi_observed_memory_t){pointer(arguments, i), elements * arguments->size, count,
                                       stride * arguments->size};
}

/* The last argument, in the world.  False: there is no such PE. */
static bool find_pe(const arguments_t *arguments, ishmemi_observed_t *call)
{
    const int64_t pe = (int32_t)arguments->at[arguments->count - 1];
    const int64_t n_pes = arguments->context ? arguments->context->n_pes : ishmemi_job.n_pes;
    if (pe < 0 || pe >= n_pes) {
        return false;
    }
    const int32_t *const pes =
        arguments->context ? (const int32_t *)(uintptr_t)arguments->context->pes : NULL;
    call->pe = pes ? pes[pe] : (int32_t)pe;
    return true;
}

static void set_rma(const routine_t *routine, const arguments_t *a, ishmemi_observed_t *call)
{
    const uint64_t *const at = a->at;
    const bool is_get = routine->shape == SHAPE_GET || routine->shape == SHAPE_IGET ||
                        routine->shape == SHAPE_IBGET || routine->shape == SHAPE_G;
    call->kind = is_get ? ISHMEMI_OBSERVE_GET : ISHMEMI_OBSERVE_PUT;
    switch (routine->shape) {
    case SHAPE_IPUT:
    case SHAPE_IGET:
        call->dest = blocks(a, 0, at[2], 1, at[4]);
        call->source = blocks(a, 1, at[3], 1, at[4]);
        break;
    case SHAPE_IBPUT:
    case SHAPE_IBGET:
        call->dest = blocks(a, 0, at[2], at[4], at[5]);
        call->source = blocks(a, 1, at[3], at[4], at[5]);
        break;
    case SHAPE_P:
        call->dest = block(a, 0, 1);
        break;
    case SHAPE_G:
        call->source = block(a, 0, 1);
        break;
    default:
        call->dest = block(a, 0, at[2]);
        call->source = block(a, 1, at[2]);
    }
}

static void set_signal(const routine_t *routine, const arguments_t *a, ishmemi_observed_t *call)
{
    call->kind = ISHMEMI_OBSERVE_SIGNAL;
    if (routine->shape == SHAPE_PUT_SIGNAL) {
        call->flags |= ISHMEMI_CALL_PUT_SIGNAL;
        call->object = pointer(a, 3);
        call->dest = block(a, 0, a->at[2]);
        call->source = block(a, 1, a->at[2]);
    } else {
        call->object = pointer(a, 0);
    }
}

static void set_amo(const routine_t *routine, const arguments_t *a, ishmemi_observed_t *call)
{
    const uint32_t first = routine->shape == SHAPE_AMO_NBI ? 1 : 0;
    call->kind = ISHMEMI_OBSERVE_AMO;
    call->object = pointer(a, first);
    call->dest = block(a, first, 1);
    if (first == 1) {
        call->source = block(a, 0, 1);
    }
}

static void set_wait(const routine_t *routine, const arguments_t *a, ishmemi_observed_t *call)
{
    const bool waits = routine->shape == SHAPE_WAIT || routine->shape == SHAPE_WAIT_SET;
    const bool is_one = routine->shape == SHAPE_WAIT || routine->shape == SHAPE_TEST ||
                        routine->shape == SHAPE_SIGNAL_FETCH;
    call->kind = waits ? ISHMEMI_OBSERVE_WAIT : ISHMEMI_OBSERVE_TEST;
    call->object = pointer(a, 0);
    call->dest = blocks(a, 0, 1, 1, is_one ? 1 : a->at[1]);
}

/* The PE to whose copy a lock's calls go. */
static bool set_lock(const routine_t *routine, const arguments_t *a, ishmemi_observed_t *call)
{
    const uint64_t offset = a->at[0] - (uintptr_t)ishmemi_job.heap;
    call->kind = ISHMEMI_OBSERVE_LOCK;
    call->object = pointer(a, 0);
    call->flags = routine->shape == SHAPE_CLEAR_LOCK ? ISHMEMI_CALL_COMPLETES : 0;
    call->pe = ISHMEMI_LOCK_HOME(offset, ishmemi_job.n_pes);
    return offset < ishmemi_races.heap_bytes;
}

static void set_arrays(const routine_t *routine, const arguments_t *a, const ishmemi_team_t *team,
                       ishmemi_observed_t *call)
{
    const uint64_t *const at = a->at;
    const uint64_t n = (uint64_t)team->n_pes;
    switch (routine->shape) {
    case SHAPE_BROADCAST: {
        const bool is_root = team->my_pe == (int32_t)at[4];
        call->flags = (uint8_t)(ISHMEMI_CALL_FROM_ONE | (is_root ? ISHMEMI_CALL_IS_ONE : 0));
        call->dest = block(a, 1, at[3]);
        call->source = block(a, 2, is_root ? at[3] : 0);
        break;
    }
    case SHAPE_ALLTOALLS:
        call->dest = blocks(a, 1, at[3], 1, at[5] * n);
        call->source = blocks(a, 2, at[4], 1, at[5] * n);
        break;
    default:
        call->dest =
            block(a, 1,
                  routine->shape == SHAPE_FCOLLECT || routine->shape == SHAPE_ALLTOALL ? at[3] * n
                                                                                       : at[3]);
        call->source =
            block(a, 2,
                  routine->shape == SHAPE_SCATTER || routine->shape == SHAPE_ALLTOALL ? at[3] * n
                                                                                      : at[3]);
    }
}

static bool set_collective(const routine_t *routine, const arguments_t *a, ishmemi_observed_t *call)
{
    const bool is_world = routine->shape == SHAPE_SYNC_ALL || routine->shape == SHAPE_BARRIER_ALL;
    const ishmemi_host_team_t *const team =
        is_world ? ishmemi_team_world : ishmemi_team_find((ishmem_team_t)a->at[0]);
    if (!team) {
        return false;
    }
    call->kind = ISHMEMI_OBSERVE_COLLECTIVE;
    call->team = ishmemi_team_calls_id(&team->team);
    if (routine->shape == SHAPE_BARRIER || routine->shape == SHAPE_BARRIER_ALL) {
        call->flags = ISHMEMI_CALL_COMPLETES;
    } else if (!is_world && routine->shape != SHAPE_SYNC) {
        set_arrays(routine, a, &team->team, call);
    }
    return true;
}

static bool set_call(const routine_t *routine, const arguments_t *a, ishmemi_observed_t *call)
{
    switch (routine->shape) {
    case SHAPE_NONE:
        return false;
    case SHAPE_FENCE:
    case SHAPE_QUIET:
        call->kind = ISHMEMI_OBSERVE_ORDER;
        call->flags = routine->shape == SHAPE_QUIET ? ISHMEMI_CALL_COMPLETES : 0;
        return true;
    case SHAPE_WAIT:
    case SHAPE_WAIT_SET:
    case SHAPE_TEST:
    case SHAPE_TEST_SET:
    case SHAPE_TEST_ANY:
    case SHAPE_SIGNAL_FETCH:
        set_wait(routine, a, call);
        return true;
    case SHAPE_SET_LOCK:
    case SHAPE_TEST_LOCK:
    case SHAPE_CLEAR_LOCK:
        return set_lock(routine, a, call);
    case SHAPE_SIGNAL:
    case SHAPE_PUT_SIGNAL:
        set_signal(routine, a, call);
        return find_pe(a, call);
    case SHAPE_AMO:
    case SHAPE_AMO_NBI:
        set_amo(routine, a, call);
        return find_pe(a, call);
    default:
        if (routine->shape >= SHAPE_SYNC_ALL) {
            return set_collective(routine, a, call);
        }
        set_rma(routine, a, call);
        return find_pe(a, call);
    }
}

bool ishmemi_routine_call(const ishmemi_kernel_call_t *call, ishmemi_observed_t *observed)
{
    const routine_t routine = find(call->routine);
    const uint32_t skipped = routine.has_context ? 1 : 0;
    *observed = (ishmemi_observed_t){
        .routine = call->routine, .pe = -1, .path = ISHMEMI_PATH_KERNEL, .flags = routine.flags};
    if (routine.has_context && call->arguments[0] == 0) {
        return false;
    }
    const arguments_t arguments = {
        .at = call->arguments + skipped,
        .count = call->count - skipped,
        .context =
            routine.has_context ? (const ishmemi_state_t *)(uintptr_t)call->arguments[0] : NULL,
        .size = routine.size};
    if (arguments.context && (uintptr_t)arguments.context != (uintptr_t)ishmemi_job.default_ctx) {
        observed->context = arguments.context;
    }
    return set_call(&routine, &arguments, observed);
}

bool ishmemi_routine_has_seen(const ishmemi_kernel_call_t *call, uint64_t result)
{
    switch (find(call->routine).shape) {
    case SHAPE_WAIT:
    case SHAPE_WAIT_SET:
    case SHAPE_SIGNAL_FETCH:
    case SHAPE_SET_LOCK:
        return true;
    case SHAPE_TEST:
    case SHAPE_TEST_SET:
        return result != 0;
    case SHAPE_TEST_ANY:
        return result != SIZE_MAX;
    case SHAPE_TEST_LOCK:
        return (int32_t)result == 0;
    default:
        return false;
    }
}
