/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The language of the collectives' bodies (shared/collective/language.h) for a thread of the host
 * that loads and stores the heaps: the group is the thread itself.
 */
#ifndef ISHMEMI_COLLECTIVE_LANGUAGE_H
#define ISHMEMI_COLLECTIVE_LANGUAGE_H

#include "access.h"
#include "block_copy.h"
#include "call.h"
#include "choices.h"
#include "combine.h"
#include "far.h"
#include "host_team.h"
#include "job.h"
#include "observe.h"
#include "shared/mapped.h"
#include "shared/team_block.h"
#include "spin.h"
#include "strided.h"
#include <string.h>

#define ISHMEMI_GLOBAL
#define ISHMEMI_INLINE static inline __attribute__((always_inline))
#define ISHMEMI_BODY static __attribute__((cold, noinline, unused))
#define ISHMEMI_ADDRESS(pointer) ((uint64_t)(uintptr_t)(pointer))

#define ISHMEMI_COPY_BYTES(destination, source, bytes) memcpy((destination), (source), (bytes))

/* The caller: the routine, its team and, if it has more arguments, the call. */
typedef const struct ishmemi_caller {
    const char *routine;
    const ishmemi_team_t *team;
    const ishmemi_call_t *call; /* NULL: no more arguments */
} *ishmemi_caller_t;

/* The caller of one collective call, which this counts. */
static inline struct ishmemi_caller
ishmemi_caller_of(const char *routine, const ishmemi_host_team_t *team, const ishmemi_call_t *call)
{
    ishmemi_team_block_t *const block = (ishmemi_team_block_t *)(uintptr_t)team->team.block;
    __atomic_store_n(&block->calls, block->calls + 1, __ATOMIC_RELAXED);
    if (ishmemi_is_observed()) {
        ishmemi_observe_note_number(block->calls);
    }
    return (struct ishmemi_caller){routine, &team->team, call};
}

ISHMEMI_INLINE uint64_t ishmemi_caller_choices(ishmemi_caller_t caller)
{
    (void)caller;
    return ISHMEMI_ADDRESS(&ishmemi_choices);
}

/* ---- Atomics --------------------------------------------------------------------------------- */

#define ISHMEMI_RELAXED __ATOMIC_RELAXED
#define ISHMEMI_RELEASE __ATOMIC_RELEASE
#define ISHMEMI_ATOMIC_STORE(TYPE, address, value, order) \
    __atomic_store_n((TYPE *)(uintptr_t)(address), (value), (order))

/* ---- Groups ---------------------------------------------------------------------------------- */

typedef enum ishmemi_group { ISHMEMI_WORK_ITEM } ishmemi_group_t;

ISHMEMI_INLINE size_t ishmemi_group_lane(ishmemi_group_t group)
{
    (void)group;
    return 0;
}

ISHMEMI_INLINE size_t ishmemi_group_lanes(ishmemi_group_t group)
{
    (void)group;
    return 1;
}

ISHMEMI_INLINE void ishmemi_group_barrier(ishmemi_group_t group)
{
    (void)group;
}

ISHMEMI_INLINE uint64_t ishmemi_group_broadcast(ishmemi_group_t group, uint64_t value)
{
    (void)group;
    return value;
}

ISHMEMI_INLINE int ishmemi_group_any(ishmemi_group_t group, int value)
{
    (void)group;
    return value != 0;
}

ISHMEMI_INLINE uint64_t ishmemi_group_min(ishmemi_group_t group, uint64_t value)
{
    (void)group;
    return value;
}

/* ---- Memory ---------------------------------------------------------------------------------- */

ISHMEMI_INLINE uint64_t ishmemi_translate(ishmemi_caller_t caller, uint64_t address, int pe)
{
    (void)caller;
    return ISHMEMI_ADDRESS(ishmemi_peer_address((const void *)(uintptr_t)address, pe));
}

ISHMEMI_INLINE void ishmemi_copy(ishmemi_caller_t caller, char *destination, const char *source,
                                 size_t bytes, size_t lane, size_t lanes)
{
    (void)caller;
    (void)lane;
    (void)lanes;
    ishmemi_block_copy(destination, source, bytes, ishmemi_block_copy_least.together);
}

ISHMEMI_INLINE void ishmemi_copy_strided(ishmemi_caller_t caller, char *destination,
                                         const char *source, size_t dst, size_t sst, size_t block,
                                         size_t nblocks, size_t lane, size_t lanes)
{
    (void)caller;
    (void)lane;
    (void)lanes;
    ishmemi_strided_copy(destination, source, dst, sst, block, nblocks);
}

ISHMEMI_INLINE void ishmemi_combine(ishmemi_caller_t caller, ishmemi_class_t kinds,
                                    ishmemi_kind_t kind, ishmemi_reduce_op_t op, uint64_t dest,
                                    uint64_t left, uint64_t right, size_t count, size_t lane,
                                    size_t lanes)
{
    (void)caller;
    (void)kinds;
    (void)lane;
    (void)lanes;
    ishmemi_host_combine(kind, op, (void *)(uintptr_t)dest, (const void *)(uintptr_t)left,
                         (const void *)(uintptr_t)right, count);
}

/* ---- Far PEs ----------------------------------------------------------------------------------- */

ISHMEMI_INLINE uint64_t ishmemi_member_address(ishmemi_caller_t caller, const ishmemi_team_t *team,
                                               int member, uint64_t address)
{
    const int pe = ((const int32_t *)(uintptr_t)team->pes)[member];
    return ishmemi_far_is(pe) ? 0 : ishmemi_translate(caller, address, pe);
}

ISHMEMI_INLINE void ishmemi_push_far(ishmemi_caller_t caller, uint64_t dest, const char *source,
                                     size_t bytes, int pe, size_t lane, size_t lanes)
{
    (void)lane;
    (void)lanes;
    ishmemi_far_put(caller->routine, (void *)(uintptr_t)dest, source, bytes, pe, false);
}

ISHMEMI_INLINE void ishmemi_push_far_strided(ishmemi_caller_t caller, uint64_t dest,
                                             const char *source, size_t dst, size_t sst,
                                             size_t size, size_t count, int pe, size_t lane,
                                             size_t lanes)
{
    (void)lane;
    (void)lanes;
    ishmemi_far_put_blocks(caller->routine, (void *)(uintptr_t)dest, source, dst, sst, size, count,
                           pe);
}

ISHMEMI_INLINE void ishmemi_flag_far(ishmemi_caller_t caller, uint64_t address, uint64_t number,
                                     int pe)
{
    void *const flag = (void *)(uintptr_t)address;
    ishmemi_far_notify(caller->routine, flag, NULL, NULL, 0, flag, number, pe);
}

ISHMEMI_INLINE void ishmemi_push_flag_far(ishmemi_caller_t caller, uint64_t dest,
                                          const uint64_t *word, const char *source, size_t bytes,
                                          uint64_t address, uint64_t number, int pe)
{
    ishmemi_far_notify(caller->routine, (void *)(uintptr_t)dest, word, source, bytes,
                       (void *)(uintptr_t)address, number, pe);
}

#define ISHMEMI_FENCE_COMPLETE() ishmemi_mapped_quiet()

ISHMEMI_INLINE int ishmemi_has_far(ishmemi_caller_t caller)
{
    (void)caller;
    return __builtin_expect(ishmemi_far != NULL, 0) != 0;
}

ISHMEMI_INLINE void ishmemi_complete(ishmemi_caller_t caller, ishmemi_group_t group)
{
    (void)group;
    ishmemi_mapped_quiet();
    ishmemi_far_quiet_together(caller->routine);
}

static inline ishmemi_wait_t ishmemi_caller_wait(ishmemi_caller_t caller)
{
    ishmemi_wait_t wait = {.routine = caller->routine,
                           .kind = ISHMEMI_WAIT_TEAM,
                           .team = ISHMEMI_WAIT_TEAM_OF(caller->team->handle)};
    if (caller->call) {
        wait.object = caller->call->dest;
        wait.source = caller->call->source;
        wait.count = caller->call->count;
    }
    return wait;
}

typedef const char *ishmemi_string_t;

/* A host's call was counted at its beginning (ishmemi_caller_of). */
ISHMEMI_INLINE void ishmemi_team_note_call(ishmemi_caller_t caller, const ishmemi_team_t *team,
                                           ishmemi_string_t routine)
{
    (void)caller;
    (void)team;
    (void)routine;
}

/* Ends this process if the job ends meanwhile. */
ISHMEMI_INLINE int ishmemi_team_wait(ishmemi_caller_t caller, const ishmemi_team_t *team,
                                     uint64_t offset, uint64_t number)
{
    const uint64_t *const word = (const uint64_t *)(uintptr_t)(team->block + offset);
    ishmemi_spin_t spin = {0};
    while (__atomic_load_n(word, __ATOMIC_ACQUIRE) < number) {
        ishmemi_spin_pause(&spin, ishmemi_caller_wait(caller));
    }
    ishmemi_spin_end(&spin);
    return 0;
}

ISHMEMI_INLINE uint64_t ishmemi_team_seen(ishmemi_caller_t caller, const ishmemi_team_t *team,
                                          uint64_t offset)
{
    (void)caller;
    return __atomic_load_n((const uint64_t *)(uintptr_t)(team->block + offset), __ATOMIC_ACQUIRE);
}

ISHMEMI_INLINE uint64_t ishmemi_team_peek(ishmemi_caller_t caller, const ishmemi_team_t *team,
                                          uint64_t offset)
{
    (void)caller;
    return __atomic_load_n((const uint64_t *)(uintptr_t)(team->block + offset), __ATOMIC_RELAXED);
}

ISHMEMI_INLINE uint32_t ishmemi_team_wait_word(ishmemi_caller_t caller, const ishmemi_team_t *team,
                                               uint64_t offset, uint32_t number, int *failed)
{
    const uint64_t *const word = (const uint64_t *)(uintptr_t)(team->block + offset);
    ishmemi_spin_t spin = {0};
    uint64_t seen;
    (void)failed;
    while ((seen = __atomic_load_n(word, __ATOMIC_RELAXED)) >> 32 != number) {
        ishmemi_spin_pause(&spin, ishmemi_caller_wait(caller));
    }
    ishmemi_spin_end(&spin);
    return (uint32_t)seen;
}

#include "processor_language.h"

#endif
