/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The language of the collectives' bodies (shared/collective/language.h) in the simulation: a
 * work-group is the lanes of a PE, and whatever reaches another PE goes through simulation.h.
 */
#ifndef SIMULATION_LANGUAGE_H
#define SIMULATION_LANGUAGE_H

#include "simulation.h"
#include <stdlib.h>
#include <string.h>

#define ISHMEMI_GLOBAL
#define ISHMEMI_INLINE static inline
#define ISHMEMI_BODY static inline
#define ISHMEMI_COPY_BYTES(destination, source, bytes) memcpy((destination), (source), (bytes))
#define ISHMEMI_ADDRESS(pointer) ((uint64_t)(uintptr_t)(pointer))

typedef const ishmemi_state_t *ishmem_ctx_t;
typedef simulation_lane_t *ishmemi_caller_t;

#define ISHMEMI_RELAXED __ATOMIC_RELAXED
#define ISHMEMI_RELEASE __ATOMIC_RELEASE
#define ISHMEMI_ATOMIC_STORE(TYPE, address, value, order)              \
    ((order) == ISHMEMI_RELEASE ? simulation_store((address), (value)) \
                                : simulation_store_relaxed((address), (value)))

typedef enum ishmemi_group { ISHMEMI_WORK_ITEM, ISHMEMI_WORK_GROUP } ishmemi_group_t;

ISHMEMI_INLINE size_t ishmemi_group_lane(ishmemi_group_t group)
{
    return group == ISHMEMI_WORK_GROUP ? (size_t)simulation_me->lane : 0;
}

ISHMEMI_INLINE size_t ishmemi_group_lanes(ishmemi_group_t group)
{
    return group == ISHMEMI_WORK_GROUP ? (size_t)simulation_lanes() : 1;
}

ISHMEMI_INLINE void ishmemi_group_barrier(ishmemi_group_t group)
{
    if (group == ISHMEMI_WORK_GROUP) {
        simulation_barrier();
    }
}

ISHMEMI_INLINE uint64_t ishmemi_group_broadcast(ishmemi_group_t group, uint64_t value)
{
    return group == ISHMEMI_WORK_GROUP ? simulation_broadcast(value) : value;
}

ISHMEMI_INLINE int ishmemi_group_any(ishmemi_group_t group, int value)
{
    return group == ISHMEMI_WORK_GROUP ? simulation_min(value == 0) == 0 : value != 0;
}

ISHMEMI_INLINE uint64_t ishmemi_group_min(ishmemi_group_t group, uint64_t value)
{
    return group == ISHMEMI_WORK_GROUP ? simulation_min(value) : value;
}

ISHMEMI_INLINE uint64_t ishmemi_translate(ishmemi_caller_t caller, uint64_t address, int pe)
{
    (void)caller;
    return simulation_translate(address, pe);
}

/* A lane's part of `count` things: those of a block of its own. */
ISHMEMI_INLINE size_t simulation_part(size_t count, size_t lane, size_t lanes)
{
    return count * lane / lanes;
}

ISHMEMI_INLINE void ishmemi_copy(ishmemi_caller_t caller, char *destination, const char *source,
                                 size_t bytes, size_t lane, size_t lanes)
{
    const size_t first = simulation_part(bytes, lane, lanes);
    (void)caller;
    simulation_copy(destination + first, source + first,
                    simulation_part(bytes, lane + 1, lanes) - first);
}

ISHMEMI_INLINE void ishmemi_copy_strided(ishmemi_caller_t caller, char *destination,
                                         const char *source, size_t dst, size_t sst, size_t block,
                                         size_t nblocks, size_t lane, size_t lanes)
{
    (void)caller;
    for (size_t i = lane; i < nblocks; i += lanes) {
        simulation_copy(destination + i * dst, source + i * sst, block);
    }
}

ISHMEMI_INLINE uint64_t ishmemi_caller_choices(ishmemi_caller_t caller)
{
    return ISHMEMI_ADDRESS(caller->choices);
}

ISHMEMI_INLINE uint64_t ishmemi_member_address(ishmemi_caller_t caller, const ishmemi_team_t *team,
                                               int member, uint64_t address)
{
    const int pe = ((const int32_t *)(uintptr_t)team->pes)[member];
    return simulation_is_far(pe) ? 0 : ishmemi_translate(caller, address, pe);
}

/* By one lane for all, as in kernels. */
ISHMEMI_INLINE void ishmemi_push_far(ishmemi_caller_t caller, uint64_t dest, const char *source,
                                     size_t bytes, int pe, size_t lane, size_t lanes)
{
    (void)caller;
    (void)lanes;
    if (lane == 0) {
        simulation_copy_far(dest, source, bytes, pe);
    }
}

ISHMEMI_INLINE void ishmemi_push_far_strided(ishmemi_caller_t caller, uint64_t dest,
                                             const char *source, size_t dst, size_t sst,
                                             size_t size, size_t count, int pe, size_t lane,
                                             size_t lanes)
{
    (void)caller;
    for (size_t i = lane; i < count; i += lanes) {
        simulation_copy_far(dest + i * dst, source + i * sst, size, pe);
    }
}

ISHMEMI_INLINE void ishmemi_flag_far(ishmemi_caller_t caller, uint64_t address, uint64_t number,
                                     int pe)
{
    (void)caller;
    simulation_store_far(address, number, pe);
}

ISHMEMI_INLINE void ishmemi_push_flag_far(ishmemi_caller_t caller, uint64_t dest,
                                          const uint64_t *word, const char *source, size_t bytes,
                                          uint64_t address, uint64_t number, int pe)
{
    (void)caller;
    simulation_tell_far(dest, word, source, bytes, address, number, pe);
}

#define ISHMEMI_FENCE_COMPLETE()

ISHMEMI_INLINE int ishmemi_has_far(ishmemi_caller_t caller)
{
    (void)caller;
    return 1;
}

/* What each lane stored, a barrier before it has ordered; lane 0 completes what went far. */
ISHMEMI_INLINE void ishmemi_complete(ishmemi_caller_t caller, ishmemi_group_t group)
{
    (void)caller;
    if (ishmemi_group_lane(group) == 0) {
        simulation_complete();
    }
    ishmemi_group_barrier(group);
}

typedef const char *ishmemi_string_t;

/* Simulations tell of no stall. */
ISHMEMI_INLINE void ishmemi_team_note_call(ishmemi_caller_t caller, const ishmemi_team_t *team,
                                           ishmemi_string_t routine)
{
    (void)caller;
    (void)team;
    (void)routine;
}

ISHMEMI_INLINE int ishmemi_team_wait(ishmemi_caller_t caller, const ishmemi_team_t *team,
                                     uint64_t offset, uint64_t number)
{
    (void)caller;
    simulation_wait(team->block + offset, number);
    return 0;
}

ISHMEMI_INLINE uint64_t ishmemi_team_seen(ishmemi_caller_t caller, const ishmemi_team_t *team,
                                          uint64_t offset)
{
    (void)caller;
    simulation_point();
    return *(const uint64_t *)(uintptr_t)(team->block + offset);
}

ISHMEMI_INLINE uint64_t ishmemi_team_peek(ishmemi_caller_t caller, const ishmemi_team_t *team,
                                          uint64_t offset)
{
    return ishmemi_team_seen(caller, team, offset);
}

/* Numbers stay so small here that they order as their halves do. */
ISHMEMI_INLINE uint32_t ishmemi_team_wait_word(ishmemi_caller_t caller, const ishmemi_team_t *team,
                                               uint64_t offset, uint32_t number, int *failed)
{
    const uint64_t address = team->block + offset;
    (void)caller;
    (void)failed;
    simulation_wait(address, (uint64_t)number << 32);
    return (uint32_t) * (const uint64_t *)(uintptr_t)address;
}

#define ISHMEMI_INDEPENDENT
#include "shared/collective/combine.h"

ISHMEMI_INLINE void ishmemi_combine(ishmemi_caller_t caller, ishmemi_class_t kinds,
                                    ishmemi_kind_t kind, ishmemi_reduce_op_t op, uint64_t dest,
                                    uint64_t left, uint64_t right, size_t count, size_t lane,
                                    size_t lanes)
{
    void *const to = (void *)(uintptr_t)dest;
    const void *const a = (const void *)(uintptr_t)left;
    const void *const b = (const void *)(uintptr_t)right;
    const size_t first = simulation_part(count, lane, lanes);
    const size_t end = simulation_part(count, lane + 1, lanes);
    (void)caller;
    simulation_point();
    simulation_read(a);
    simulation_read(b);
    switch (kinds) {
    case ISHMEMI_CLASS_INTEGER:
        ishmemi_combine_integers(kind, op, to, a, b, first, end, 1);
        break;
    case ISHMEMI_CLASS_FLOAT:
        ishmemi_combine_floats(kind, op, to, a, b, first, end, 1);
        break;
    case ISHMEMI_CLASS_DOUBLE:
        ishmemi_combine_doubles(kind, op, to, a, b, first, end, 1);
        break;
    }
}

#include "processor_language.h"

#endif
