/* SPDX-License-Identifier: BSD-3-Clause */
#include "routine_calls.h"

#include "host_team.h"
#include "job.h"
#include "routine_names.h"
#include "shared/lock.h"
#include "shared/state.h"
#include "team_calls.h"
#include "team_table.h"

/* The arguments by name. */
typedef struct arguments {
    uint64_t word[ISHMEMI_ARGUMENT_COUNT];
    uint32_t has; /* bit n: argument n exists */
    uint32_t size;
    const ishmemi_state_t *context; /* NULL: the default context */
} arguments_t;

_Static_assert(ISHMEMI_ARGUMENT_COUNT <= 32, "the bits of `has` do not suffice");

#define AT(NAME) (arguments->word[ISHMEMI_ARGUMENT_##NAME])
#define HAS(NAME) ((arguments->has >> ISHMEMI_ARGUMENT_##NAME & 1) != 0)
#define POINTER(NAME) ((const void *)(uintptr_t)AT(NAME))

static void name_arguments(const ishmemi_routine_t *routine, const ze_cpu_kernel_call_t *call,
                           arguments_t *arguments)
{
    const uint32_t first = routine->has_context ? 1 : 0;
    *arguments = (arguments_t){.size = routine->size};
    if (routine->has_context) {
        arguments->context = (const ishmemi_state_t *)(uintptr_t)call->arguments[0];
    }
    for (uint32_t i = 0; first + i < call->count; i++) {
        const uint8_t name = routine->argument[i];
        if (name == ISHMEMI_ARGUMENT_NONE) {
            break;
        }
        arguments->word[name] = call->arguments[first + i];
        arguments->has |= UINT32_C(1) << name;
    }
}

/* ---- Memory ------------------------------------------------------------------------------------- */

static ishmemi_observed_memory_t block(const arguments_t *arguments, uint64_t start, uint64_t count)
{
    return ISHMEMI_OBSERVED_BLOCK((const void *)(uintptr_t)start, count * arguments->size);
}

/* A block of `times` times the call's element count, which is 1 if it has none; or blocks that are
 * strides apart. */
static ishmemi_observed_memory_t memory(const arguments_t *arguments, uint64_t start,
                                        uint64_t stride, uint64_t times)
{
    const uint64_t count = HAS(nelems) ? AT(nelems) : HAS(nreduce) ? AT(nreduce) : 1;
    if (!HAS(dst)) {
        return block(arguments, start, count * times);
    }
    return (ishmemi_observed_memory_t){
        (const void *)(uintptr_t)start, (HAS(bsize) ? AT(bsize) : 1) * arguments->size,
        HAS(nblocks) ? AT(nblocks) : count * times, stride * arguments->size};
}

static ishmemi_observed_memory_t dest_of(const arguments_t *arguments, uint64_t times)
{
    return memory(arguments, AT(dest), HAS(dst) ? AT(dst) : 0, times);
}

static ishmemi_observed_memory_t source_of(const arguments_t *arguments, uint64_t times)
{
    return memory(arguments, AT(source), HAS(sst) ? AT(sst) : 0, times);
}

/* ---- Calls -------------------------------------------------------------------------------------- */

/* Stores the PE's number in the world.  false: there is no such PE. */
static bool find_pe(const arguments_t *arguments, ishmemi_observed_t *call)
{
    const int64_t pe = (int32_t)AT(pe);
    const int64_t n_pes = arguments->context ? arguments->context->n_pes : ishmemi_job.n_pes;
    if (pe < 0 || pe >= n_pes) {
        return false;
    }
    const int32_t *const pes =
        arguments->context ? (const int32_t *)(uintptr_t)arguments->context->pes : NULL;
    call->pe = pes ? pes[pe] : (int32_t)pe;
    return true;
}

static bool set_rma(const arguments_t *arguments, bool is_put, ishmemi_observed_t *call)
{
    call->kind = is_put ? ISHMEMI_OBSERVE_PUT : ISHMEMI_OBSERVE_GET;
    if (HAS(dest)) {
        call->dest = dest_of(arguments, 1);
    }
    if (HAS(source)) {
        call->source = source_of(arguments, 1);
    }
    return find_pe(arguments, call);
}

static bool set_signal(const arguments_t *arguments, ishmemi_observed_t *call)
{
    call->kind = ISHMEMI_OBSERVE_SIGNAL;
    call->object = POINTER(sig_addr);
    if (HAS(dest)) {
        call->flags |= ISHMEMI_CALL_PUT_SIGNAL;
        call->dest = dest_of(arguments, 1);
        call->source = source_of(arguments, 1);
    }
    return find_pe(arguments, call);
}

static bool set_amo(const ishmemi_routine_t *routine, const arguments_t *arguments,
                    ishmemi_observed_t *call)
{
    const bool writes = HAS(dest);
    const bool fetches = HAS(fetch) || routine->returns != ISHMEMI_RETURNS_void;
    const uint64_t object = writes ? AT(dest) : AT(source);
    call->kind = ISHMEMI_OBSERVE_AMO;
    call->flags |=
        (uint16_t)((writes ? ISHMEMI_CALL_WRITES : 0) | (fetches ? ISHMEMI_CALL_FETCHES : 0));
    call->object = (const void *)(uintptr_t)object;
    call->dest = block(arguments, object, 1);
    if (HAS(fetch)) {
        call->source = block(arguments, AT(fetch), 1);
    }
    return find_pe(arguments, call);
}

static bool set_wait(const arguments_t *arguments, bool waits, ishmemi_observed_t *call)
{
    const uint64_t words = HAS(ivars) ? AT(ivars) : HAS(ivar) ? AT(ivar) : AT(sig_addr);
    call->kind = waits ? ISHMEMI_OBSERVE_WAIT : ISHMEMI_OBSERVE_TEST;
    call->object = (const void *)(uintptr_t)words;
    call->dest = (ishmemi_observed_memory_t){call->object, arguments->size,
                                             HAS(ivars) ? AT(nelems) : 1, arguments->size};
    return true;
}

static bool set_order(bool completes, ishmemi_observed_t *call)
{
    call->kind = ISHMEMI_OBSERVE_ORDER;
    call->flags = completes ? ISHMEMI_CALL_COMPLETES : 0;
    return true;
}

/* Stores the lock's home PE.  false: the lock is not in the heap. */
static bool set_lock(const arguments_t *arguments, bool clears, ishmemi_observed_t *call)
{
    const uint64_t offset = AT(lock) - (uintptr_t)ishmemi_job.heap;
    call->kind = ISHMEMI_OBSERVE_LOCK;
    call->object = POINTER(lock);
    call->flags = clears ? ISHMEMI_CALL_COMPLETES : 0;
    call->pe = ISHMEMI_LOCK_HOME(offset, ishmemi_job.n_pes);
    return offset < ishmemi_job.heap_bytes;
}

/* ---- Collectives -------------------------------------------------------------------------------- */

static void set_broadcast(const arguments_t *arguments, const ishmemi_host_team_t *team,
                          ishmemi_observed_t *call)
{
    const bool is_root = team->team.my_pe == (int32_t)AT(PE_root);
    call->flags = (uint16_t)(ISHMEMI_CALL_FROM_ONE | (is_root ? ISHMEMI_CALL_IS_ONE : 0));
    call->dest = dest_of(arguments, 1);
    call->source = source_of(arguments, is_root ? 1 : 0);
    call->bytes = call->dest.bytes;
    call->members = team->team.n_pes;
    call->pes = ishmemi_team_pes(team);
}

static void set_arrays(const ishmemi_routine_t *routine, const arguments_t *arguments,
                       const ishmemi_host_team_t *team, ishmemi_observed_t *call)
{
    const uint64_t n = (uint64_t)team->team.n_pes;
    const ishmemi_does_t does = routine->does;
    const bool to_all = does == ISHMEMI_DOES_ALLTOALL;
    call->flags = does == ISHMEMI_DOES_COLLECT ? ISHMEMI_CALL_OWN_COUNTS : 0;
    call->dest = dest_of(arguments, to_all || does == ISHMEMI_DOES_FCOLLECT ? n : 1);
    call->source = source_of(arguments, to_all || does == ISHMEMI_DOES_REDUCE_SCATTER ? n : 1);
    call->bytes = call->source.bytes * call->source.blocks;
}

static bool set_collective(const ishmemi_routine_t *routine, const arguments_t *arguments,
                           ishmemi_observed_t *call)
{
    const ishmemi_host_team_t *const team =
        HAS(team) ? ishmemi_team_find((ishmem_team_t)AT(team)) : ishmemi_team_world;
    if (!team) {
        return false;
    }
    call->kind = ISHMEMI_OBSERVE_COLLECTIVE;
    call->team = ishmemi_team_calls_id(&team->team);
    switch (routine->does) {
    case ISHMEMI_DOES_SYNC:
        break;
    case ISHMEMI_DOES_BARRIER:
        call->flags = ISHMEMI_CALL_COMPLETES;
        break;
    case ISHMEMI_DOES_BROADCAST:
        set_broadcast(arguments, team, call);
        break;
    default:
        set_arrays(routine, arguments, team, call);
    }
    return true;
}

/* ---- All of them -------------------------------------------------------------------------------- */

static bool set_call(const ishmemi_routine_t *routine, const arguments_t *arguments,
                     ishmemi_observed_t *call)
{
    switch (routine->does) {
    case ISHMEMI_DOES_NOTHING:
        return false;
    case ISHMEMI_DOES_PUT:
    case ISHMEMI_DOES_GET:
        return set_rma(arguments, routine->does == ISHMEMI_DOES_PUT, call);
    case ISHMEMI_DOES_SIGNAL:
        return set_signal(arguments, call);
    case ISHMEMI_DOES_AMO:
        return set_amo(routine, arguments, call);
    case ISHMEMI_DOES_WAIT:
    case ISHMEMI_DOES_TEST:
        return set_wait(arguments, routine->does == ISHMEMI_DOES_WAIT, call);
    case ISHMEMI_DOES_FENCE:
    case ISHMEMI_DOES_QUIET:
        return set_order(routine->does == ISHMEMI_DOES_QUIET, call);
    case ISHMEMI_DOES_SET_LOCK:
    case ISHMEMI_DOES_TEST_LOCK:
    case ISHMEMI_DOES_CLEAR_LOCK:
        return set_lock(arguments, routine->does == ISHMEMI_DOES_CLEAR_LOCK, call);
    default:
        return set_collective(routine, arguments, call);
    }
}

bool ishmemi_routine_call(const ze_cpu_kernel_call_t *call, ishmemi_observed_t *observed)
{
    const ishmemi_routine_t routine = ishmemi_routine_find(call->routine);
    *observed = (ishmemi_observed_t){.routine = call->routine,
                                     .pe = -1,
                                     .path = ISHMEMI_PATH_KERNEL,
                                     .flags = routine.is_nbi ? ISHMEMI_CALL_NBI : 0};
    if (routine.does == ISHMEMI_DOES_NOTHING || (routine.has_context && call->arguments[0] == 0)) {
        return false;
    }
    arguments_t arguments;
    name_arguments(&routine, call, &arguments);
    if (arguments.context && (uintptr_t)arguments.context != (uintptr_t)ishmemi_job.default_ctx) {
        observed->context = arguments.context;
    }
    return set_call(&routine, &arguments, observed);
}

/* Whether a test has found something, for any number of objects, or for one object by its index. */
static bool has_found(const ishmemi_routine_t *routine, uint64_t result)
{
    bool gives_indices = false;
    for (const uint8_t *name = routine->argument; *name != ISHMEMI_ARGUMENT_NONE; name++) {
        gives_indices = gives_indices || *name == ISHMEMI_ARGUMENT_indices;
    }
    switch (routine->returns) {
    case ISHMEMI_RETURNS_uint64_t: /* the value itself */
        return true;
    case ISHMEMI_RETURNS_size_t:
        return gives_indices ? result != 0 : result != SIZE_MAX;
    default:
        return result != 0;
    }
}

bool ishmemi_routine_has_seen(const ze_cpu_kernel_call_t *call, uint64_t result)
{
    const ishmemi_routine_t routine = ishmemi_routine_find(call->routine);
    switch (routine.does) {
    case ISHMEMI_DOES_WAIT:
    case ISHMEMI_DOES_SET_LOCK:
        return true;
    case ISHMEMI_DOES_TEST:
        return has_found(&routine, result);
    case ISHMEMI_DOES_TEST_LOCK:
        return (int32_t)result == 0;
    default:
        return false;
    }
}
