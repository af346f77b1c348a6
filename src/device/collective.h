/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The functions that do the work of the device library's collectives: one for each family and each
 * kind of group.  A typed routine calls one with its own name and its type as constants.
 */
#ifndef ISHMEMI_DEVICE_COLLECTIVE_H
#define ISHMEMI_DEVICE_COLLECTIVE_H

#include "body/collectives.h"
#include "body/log.h"
#include "ishmem/types.h"
#include "shared/collective/words.h"

/* Reports the end of a collective in which each member gave `bytes` bytes.  The number of its team
 * is that of ishmemi_team_calls_id. */
ISHMEMI_COLD void ishmemi_log_team_call(ishmem_ctx_t ctx, ishmemi_string_t routine, uint64_t began,
                                        uint64_t bytes, ISHMEMI_GLOBAL const ishmemi_team_t *team)
{
    const uint64_t first = *(ISHMEMI_GLOBAL const uint64_t *)team->blocks;
    const uint64_t pe = (uint64_t)(uint32_t) * (ISHMEMI_GLOBAL const int32_t *)team->pes;
    ishmemi_log_call(ctx, routine, began, ISHMEMI_LOG_COLLECTIVE, bytes, -1, ISHMEMI_LOG_NOTHING,
                     pe << 44 ^ (first - ctx->heap),
                     ((ISHMEMI_GLOBAL const ishmemi_team_block_t *)team->block)->calls);
}

/* Reports the end if calls are reported; returns the collective's result. */
ISHMEMI_INLINE int ishmemi_log_team(ishmem_ctx_t ctx, ishmemi_group_t group,
                                    ishmemi_string_t routine, uint64_t began, uint64_t bytes,
                                    ISHMEMI_GLOBAL const ishmemi_team_t *team, int result)
{
    if (__builtin_expect(began != 0, 0) && ishmemi_group_lane(group) == 0) {
        ishmemi_log_team_call(ctx, routine, began, bytes, team);
    }
    return result;
}

/* Declares or, with a body, defines FAMILY_item, FAMILY_work_group and FAMILY_sub_group; and
 * FAMILY(group, ...), which is one of them, as the group is a constant. */
#define FOR_GROUPS(X, FAMILY)                  \
    X(FAMILY##_item, ISHMEMI_WORK_ITEM)        \
    X(FAMILY##_work_group, ISHMEMI_WORK_GROUP) \
    X(FAMILY##_sub_group, ISHMEMI_SUB_GROUP)

#define DECLARE_FAMILY(FAMILY, PARAMETERS, ARGUMENTS)            \
    int FAMILY##_item(PARAMETERS);                               \
    int FAMILY##_work_group(PARAMETERS);                         \
    int FAMILY##_sub_group(PARAMETERS);                          \
    ISHMEMI_INLINE int FAMILY(ishmemi_group_t group, PARAMETERS) \
    {                                                            \
        switch (group) {                                         \
        case ISHMEMI_WORK_GROUP:                                 \
            return FAMILY##_work_group ARGUMENTS;                \
        case ISHMEMI_SUB_GROUP:                                  \
            return FAMILY##_sub_group ARGUMENTS;                 \
        default:                                                 \
            return FAMILY##_item ARGUMENTS;                      \
        }                                                        \
    }

#define BARRIER_PARAMETERS ishmemi_string_t routine, int completes, ishmem_team_t team
DECLARE_FAMILY(ishmemi_library_sync, BARRIER_PARAMETERS, (routine, completes, team))

#define BROADCAST_PARAMETERS                                                                     \
    ishmemi_string_t routine, ishmem_team_t team, void *dest, const void *source, size_t nelems, \
        size_t size, int root
DECLARE_FAMILY(ishmemi_library_broadcast, BROADCAST_PARAMETERS,
               (routine, team, dest, source, nelems, size, root))

/* fcollect, alltoall; collect. */
#define GATHER_PARAMETERS                                                                      \
    ishmemi_string_t routine, ishmemi_collective_t collective, ishmem_team_t team, void *dest, \
        const void *source, size_t nelems, size_t size
DECLARE_FAMILY(ishmemi_library_gather, GATHER_PARAMETERS,
               (routine, collective, team, dest, source, nelems, size))
DECLARE_FAMILY(ishmemi_library_collect, GATHER_PARAMETERS,
               (routine, collective, team, dest, source, nelems, size))

#define ALLTOALLS_PARAMETERS                                                                     \
    ishmemi_string_t routine, ishmem_team_t team, void *dest, const void *source, ptrdiff_t dst, \
        ptrdiff_t sst, size_t nelems, size_t size
DECLARE_FAMILY(ishmemi_library_alltoalls, ALLTOALLS_PARAMETERS,
               (routine, team, dest, source, dst, sst, nelems, size))

/*
 * Exchanges of little data in words.  Their functions do nothing else: a GPU has few registers for
 * a large work-group, and would spill them around paths that a call does not take.  The first
 * sub-group exchanges for its work-group as long as the members' data have few bytes in total: to
 * call a function, a GPU stores registers of every lane that calls it.
 */
#define ISHMEMI_SUB_GROUP_BYTES 2048

/* The team of a call that may go in words, if the call is not slow (ISHMEMI_STATE_SLOW); or 0. */
ISHMEMI_INLINE ISHMEMI_GLOBAL const ishmemi_team_t *
ishmemi_words_team(ishmem_ctx_t ctx, ishmemi_collective_t collective, int32_t handle, size_t bytes)
{
    if (ctx == 0 || (ctx->flags & ISHMEMI_STATE_SLOW) != 0) {
        return 0;
    }
    ISHMEMI_GLOBAL const ishmemi_team_t *team = ishmemi_team_of(ctx, handle);
    return team != 0 && ishmemi_fits_words(team, collective, bytes) ? team : 0;
}

/* Calls WORDS, a family of functions with these parameters, for a group, which is a constant.  BYTES: of all
 * members. */
#define CALL_WORDS(WORDS, GROUP, BYTES, ARGUMENTS)             \
    if ((GROUP) == ISHMEMI_WORK_ITEM) {                        \
        return WORDS##_item ARGUMENTS;                         \
    } else if ((GROUP) == ISHMEMI_SUB_GROUP) {                 \
        return WORDS##_sub_group ARGUMENTS;                    \
    } else if ((BYTES) > ISHMEMI_SUB_GROUP_BYTES) {            \
        return WORDS##_work_group ARGUMENTS;                   \
    } else {                                                   \
        int failed = 0;                                        \
        ishmemi_group_barrier(ISHMEMI_WORK_GROUP);             \
        if (ishmemi_is_first_sub_group()) {                    \
            failed = WORDS##_sub_group ARGUMENTS;              \
        }                                                      \
        ishmemi_group_barrier(ISHMEMI_WORK_GROUP);             \
        return -ishmemi_group_any(ISHMEMI_WORK_GROUP, failed); \
    }

/* reduce, reduce_scatter and the scans, each for a class of kinds. */
#define REDUCE_PARAMETERS                                                                          \
    ishmemi_string_t routine, ishmemi_collective_t collective, ishmemi_kind_t kind,                \
        ishmemi_reduce_op_t op, ishmem_team_t team, void *dest, const void *source, size_t nelems, \
        size_t size
#define REDUCE_ARGUMENTS (routine, collective, kind, op, team, dest, source, nelems, size)
DECLARE_FAMILY(ishmemi_library_reduce_integer, REDUCE_PARAMETERS, REDUCE_ARGUMENTS)
DECLARE_FAMILY(ishmemi_library_reduce_float, REDUCE_PARAMETERS, REDUCE_ARGUMENTS)
DECLARE_FAMILY(ishmemi_library_reduce_double, REDUCE_PARAMETERS, REDUCE_ARGUMENTS)
DECLARE_FAMILY(ishmemi_library_scan_integer, REDUCE_PARAMETERS, REDUCE_ARGUMENTS)
DECLARE_FAMILY(ishmemi_library_scan_float, REDUCE_PARAMETERS, REDUCE_ARGUMENTS)
DECLARE_FAMILY(ishmemi_library_scan_double, REDUCE_PARAMETERS, REDUCE_ARGUMENTS)

#endif
