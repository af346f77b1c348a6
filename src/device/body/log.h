/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Kernels report their calls (shared/kernel_log.h), if the state says where.  Otherwise a call pays
 * for a load and a branch.  Lane 0 reports for its group.
 */
#ifndef ISHMEM_DEVICE_LOG_H
#define ISHMEM_DEVICE_LOG_H

#include "check.h"
#include "shared/kernel_log.h"

typedef ISHMEMI_GLOBAL ishmemi_log_t *ishmemi_log_ref_t;

/* The kinds and effects of src/host/observe/observe.h. */
enum {
    ISHMEMI_LOG_PUT = 0,
    ISHMEMI_LOG_GET,
    ISHMEMI_LOG_AMO,
    ISHMEMI_LOG_SIGNAL,
    ISHMEMI_LOG_WAIT,
    ISHMEMI_LOG_TEST,
    ISHMEMI_LOG_COLLECTIVE,
    ISHMEMI_LOG_ORDER,
    ISHMEMI_LOG_LOCK
};
enum { ISHMEMI_LOG_NOTHING, ISHMEMI_LOG_SETS, ISHMEMI_LOG_ADDS, ISHMEMI_LOG_SEES };

/* The host's ticks.  A driver whose device has the host's clock replaces this function, by its
 * name, with one that reads the clock. */
ISHMEMI_COLD uint64_t ishmemi_log_clock(uint64_t log)
{
    return ISHMEMI_ATOMIC_LOAD(uint64_t, &((ishmemi_log_ref_t)log)->now, ISHMEMI_RELAXED);
}

/* A module of the library may define these as 0 before it includes this.  CALLS: its calls are not
 * reported.  MOVES: its calls are reported, but the host has counted what they move. */
#ifndef ISHMEMI_LOG_CALLS
#define ISHMEMI_LOG_CALLS 1
#endif
#ifndef ISHMEMI_LOG_MOVES
#define ISHMEMI_LOG_MOVES 1
#endif

/* X(SUFFIX, GROUP) for each kind of group. */
#define ISHMEMI_SLOW_GROUPS(X)      \
    X(item, ISHMEMI_WORK_ITEM)      \
    X(sub_group, ISHMEMI_SUB_GROUP) \
    X(work_group, ISHMEMI_WORK_GROUP)
/* The function FUNCTION_SUFFIX of a group, which is a constant. */
#define ISHMEMI_SLOW_CALL(FUNCTION, group, ARGUMENTS)                 \
    ((group) == ISHMEMI_WORK_GROUP  ? FUNCTION##_work_group ARGUMENTS \
     : (group) == ISHMEMI_SUB_GROUP ? FUNCTION##_sub_group ARGUMENTS  \
                                    : FUNCTION##_item ARGUMENTS)

/* When a call begins: a time for ishmemi_log_end, or 0 if nobody wants to know. */
ISHMEMI_INLINE uint64_t ishmemi_log_begin(ishmem_ctx_t ctx)
{
    return ISHMEMI_LOG_CALLS &&
                   __builtin_expect(ctx != 0 && (ctx->flags & ISHMEMI_STATE_LOG) != 0, 0)
               ? ishmemi_log_clock(ctx->log)
               : 0;
}

ISHMEMI_COLD void ishmemi_log_set_name(ISHMEMI_GLOBAL ishmemi_log_routine_t *slot,
                                       ishmemi_string_t name)
{
    size_t i = 0;
    for (; name[i] != 0 && i < sizeof slot->name - 1; i++) {
        slot->name[i] = name[i];
    }
    slot->name[i] = 0;
    ISHMEMI_ATOMIC_STORE(uint64_t, &slot->is_named, 1, ISHMEMI_RELEASE);
}

/* Finds the slot of a routine, or takes the first free one.  Returns 0 if another routine has
 * taken that slot in the meantime.  The loop's loads are plain, because the CPU driver takes loops
 * with atomic loads for waits. */
ISHMEMI_COLD int ishmemi_log_try(ishmemi_log_ref_t log, ishmemi_string_t routine, uint32_t *at)
{
    const uint64_t key = (uint64_t)routine;
    const uint32_t last = ISHMEMI_LOG_ROUTINES - 1;
    uint32_t slot = (uint32_t)(key * 0x9e3779b97f4a7c15UL >> 57);
    uint32_t tries = 0;
    while (tries < last &&
           (slot == last || (log->routines[slot].key != key && log->routines[slot].key != 0))) {
        slot = (slot + 1) & last;
        tries++;
    }
    *at = tries < last ? slot : last;
    if (*at == last || log->routines[slot].key == key) {
        return 1;
    }
    const uint64_t seen =
        ISHMEMI_ATOMIC_COMPARE_SWAP(uint64_t, &log->routines[slot].key, 0, key, ISHMEMI_RELAXED);
    if (seen == 0) {
        ishmemi_log_set_name(&log->routines[slot], routine);
    }
    return seen == 0 || seen == key;
}

/* The slot of a routine. */
ISHMEMI_INLINE uint32_t ishmemi_log_find(ishmemi_log_ref_t log, ishmemi_string_t routine)
{
    uint32_t at = 0;
    if (ishmemi_log_try(log, routine, &at) || ishmemi_log_try(log, routine, &at) ||
        ishmemi_log_try(log, routine, &at) || ishmemi_log_try(log, routine, &at)) {
        return at;
    }
    return ISHMEMI_LOG_ROUTINES - 1;
}

/* Takes the next event's number, if there is room for the event. */
ISHMEMI_COLD int ishmemi_log_take(ishmemi_log_ref_t log, uint64_t *number)
{
    const uint64_t taken = ISHMEMI_ATOMIC_LOAD(uint64_t, &log->taken.value, ISHMEMI_ACQUIRE);
    uint64_t next = ISHMEMI_ATOMIC_LOAD(uint64_t, &log->next.value, ISHMEMI_RELAXED);
    while (next - taken < log->n_events) {
        const uint64_t seen = ISHMEMI_ATOMIC_COMPARE_SWAP(uint64_t, &log->next.value, next,
                                                          next + 1, ISHMEMI_RELAXED);
        if (seen == next) {
            *number = next;
            return 1;
        }
        next = seen;
    }
    return 0;
}

ISHMEMI_COLD void ishmemi_log_add_event(ishmemi_log_ref_t log, uint32_t routine, uint64_t began,
                                        uint64_t ended, uint32_t kind, uint64_t bytes, int pe,
                                        uint32_t effect, uint64_t object, uint64_t value)
{
    uint64_t number = 0;
    if (!ishmemi_log_take(log, &number)) {
        ISHMEMI_ATOMIC_ADD(uint64_t, &log->lost.value, 1, ISHMEMI_RELAXED);
        return;
    }
    ISHMEMI_GLOBAL ishmemi_log_event_t *event =
        (ISHMEMI_GLOBAL ishmemi_log_event_t *)log->events + number % ISHMEMI_LOG_EVENTS;
    event->began = began;
    event->ended = ended;
    event->bytes = bytes;
    event->object = object;
    event->value = value;
    event->pe = pe;
    event->routine = routine;
    event->kind = kind;
    event->effect = effect;
    ISHMEMI_ATOMIC_STORE(uint64_t, &event->turn, number + 1, ISHMEMI_RELEASE);
}

/* Reports the end of a call, by one work-item. */
ISHMEMI_COLD void ishmemi_log_call(ishmem_ctx_t ctx, ishmemi_string_t routine, uint64_t began,
                                   uint32_t kind, uint64_t bytes, int pe, uint32_t effect,
                                   uint64_t object, uint64_t value)
{
    const ishmemi_log_ref_t log = (ishmemi_log_ref_t)ctx->log;
    const uint64_t ended = ishmemi_log_clock(ctx->log);
    const uint32_t at = ishmemi_log_find(log, routine);
    ISHMEMI_GLOBAL ishmemi_log_routine_t *slot = &log->routines[at];
    ISHMEMI_ATOMIC_ADD(uint64_t, &slot->calls, 1, ISHMEMI_RELAXED);
    ISHMEMI_ATOMIC_ADD(uint64_t, &slot->ticks, ended - began, ISHMEMI_RELAXED);
    if (bytes != 0) {
        ISHMEMI_ATOMIC_ADD(uint64_t, &slot->bytes, bytes, ISHMEMI_RELAXED);
    }
    if (kind == ISHMEMI_LOG_WAIT || kind == ISHMEMI_LOG_COLLECTIVE) {
        ISHMEMI_ATOMIC_ADD(uint64_t, &slot->waited, ended - began, ISHMEMI_RELAXED);
    }
    if (ISHMEMI_LOG_MOVES && (uint32_t)pe < (uint32_t)ctx->n_pes && bytes != 0) {
        /* A context's number for a PE may be its own; the state has the world's. */
        const uint64_t world =
            ctx->pes != 0 ? (uint64_t)((ISHMEMI_GLOBAL const int32_t *)ctx->pes)[pe] : (uint64_t)pe;
        const uint64_t from = kind == ISHMEMI_LOG_GET ? log->n_pes : 0;
        ISHMEMI_ATOMIC_ADD(uint64_t, (ISHMEMI_GLOBAL uint64_t *)log->moved + from + world, bytes,
                           ISHMEMI_RELAXED);
    }
    if (log->n_events != 0) {
        ishmemi_log_add_event(log, at, began, ended, kind, bytes, pe, effect, object, value);
    }
}

ISHMEMI_INLINE void ishmemi_log_end(ishmem_ctx_t ctx, ishmemi_group_t group,
                                    ishmemi_string_t routine, uint64_t began, uint32_t kind,
                                    uint64_t bytes, int pe)
{
    if (__builtin_expect(began != 0, 0) && ishmemi_group_lane(group) == 0) {
        ishmemi_log_call(ctx, routine, began, kind, bytes, pe, ISHMEMI_LOG_NOTHING, 0, 0);
    }
}

/* The same for a call that changes a word of another PE, or waits for one of this PE. */
ISHMEMI_INLINE void ishmemi_log_end_word(ishmem_ctx_t ctx, ishmemi_group_t group,
                                         ishmemi_string_t routine, uint64_t began, uint32_t kind,
                                         uint64_t bytes, int pe, uint32_t effect, uint64_t object,
                                         uint64_t value)
{
    if (__builtin_expect(began != 0, 0) && ishmemi_group_lane(group) == 0) {
        ishmemi_log_call(ctx, routine, began, kind, bytes, pe, effect, object, value);
    }
}

#endif
