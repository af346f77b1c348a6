/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The language of the collectives' bodies (ishmem/collective/language.h) in the simulation: the
 * group is one work-item, and whatever reaches another PE goes through simulation.h.
 */
#ifndef SIMULATION_LANGUAGE_H
#define SIMULATION_LANGUAGE_H

#include "simulation.h"
#include <string.h>

#define ISHMEMI_GLOBAL
#define ISHMEMI_INLINE static inline
#define ISHMEMI_BODY static inline
#define ISHMEMI_COPY_BYTES(destination, source, bytes) memcpy((destination), (source), (bytes))
#define ISHMEMI_ADDRESS(pointer) ((uint64_t)(uintptr_t)(pointer))

typedef const ishmemi_state_t *ishmem_ctx_t;
typedef simulation_pe_t *ishmemi_caller_t;

#define ISHMEMI_RELEASE __ATOMIC_RELEASE
#define ISHMEMI_ATOMIC_STORE(TYPE, address, value, order) simulation_store((address), (value))
#define ISHMEMI_FENCE_COMPLETE() simulation_fence()

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

ISHMEMI_INLINE void ishmemi_group_barrier_system(ishmemi_group_t group)
{
    (void)group;
}

ISHMEMI_INLINE uint64_t ishmemi_group_broadcast(ishmemi_group_t group, uint64_t value)
{
    (void)group;
    return value;
}

ISHMEMI_INLINE uint64_t ishmemi_group_min(ishmemi_group_t group, uint64_t value)
{
    (void)group;
    return value;
}

ISHMEMI_INLINE uint64_t ishmemi_translate(ishmemi_caller_t caller, uint64_t address, int pe)
{
    (void)caller;
    return simulation_translate(address, pe);
}

ISHMEMI_INLINE void ishmemi_copy(ishmemi_caller_t caller, char *destination, const char *source,
                                 size_t bytes, size_t lane, size_t lanes)
{
    (void)caller;
    (void)lane;
    (void)lanes;
    simulation_copy(destination, source, bytes);
}

ISHMEMI_INLINE void ishmemi_copy_strided(ishmemi_caller_t caller, char *destination,
                                         const char *source, size_t dst, size_t sst, size_t block,
                                         size_t nblocks, size_t lane, size_t lanes)
{
    (void)caller;
    (void)lane;
    (void)lanes;
    for (size_t i = 0; i < nblocks; i++) {
        simulation_copy(destination + i * dst, source + i * sst, block);
    }
}

ISHMEMI_INLINE uint64_t ishmemi_caller_choices(ishmemi_caller_t caller)
{
    return ISHMEMI_ADDRESS(caller->choices);
}

ISHMEMI_INLINE int ishmemi_team_wait(ishmemi_caller_t caller, uint64_t address, uint64_t number)
{
    (void)caller;
    simulation_wait(address, number);
    return 0;
}

#define ISHMEMI_INDEPENDENT
#include "ishmem/collective/combine.h"

ISHMEMI_INLINE void ishmemi_combine(ishmemi_caller_t caller, ishmemi_class_t kinds,
                                    ishmemi_kind_t kind, ishmemi_op_t op, uint64_t dest,
                                    uint64_t left, uint64_t right, size_t count, size_t lane,
                                    size_t lanes)
{
    void *const to = (void *)(uintptr_t)dest;
    const void *const a = (const void *)(uintptr_t)left;
    const void *const b = (const void *)(uintptr_t)right;
    (void)caller;
    (void)lane;
    (void)lanes;
    simulation_read(a);
    simulation_read(b);
    switch (kinds) {
    case ISHMEMI_CLASS_INTEGER: ishmemi_combine_integers(kind, op, to, a, b, 0, count, 1); break;
    case ISHMEMI_CLASS_FLOAT: ishmemi_combine_floats(kind, op, to, a, b, 0, count, 1); break;
    case ISHMEMI_CLASS_DOUBLE: ishmemi_combine_doubles(kind, op, to, a, b, 0, count, 1); break;
    }
}

#endif
