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
int ishmemi_library_sync_any(BARRIER_PARAMETERS);

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

/* The quick ways, for a team that may take them. */
#define BROADCAST_QUICK_PARAMETERS                                                     \
    ishmemi_string_t routine, ishmemi_team_ref_t team, void *dest, const void *source, \
        size_t bytes, int root
#define GATHER_QUICK_PARAMETERS                                                         \
    ishmemi_string_t routine, ishmemi_collective_t collective, ishmemi_team_ref_t team, \
        void *dest, const void *source, size_t bytes
DECLARE_FAMILY(ishmemi_library_broadcast_slices, BROADCAST_QUICK_PARAMETERS,
               (routine, team, dest, source, bytes, root))
DECLARE_FAMILY(ishmemi_library_gather_slices, GATHER_QUICK_PARAMETERS,
               (routine, collective, team, dest, source, bytes))
int ishmemi_library_broadcast_words_work_group(BROADCAST_QUICK_PARAMETERS);
int ishmemi_library_gather_words_work_group(GATHER_QUICK_PARAMETERS);

#define ALLTOALLS_PARAMETERS                                                                     \
    ishmemi_string_t routine, ishmem_team_t team, void *dest, const void *source, ptrdiff_t dst, \
        ptrdiff_t sst, size_t nelems, size_t size
DECLARE_FAMILY(ishmemi_library_alltoalls, ALLTOALLS_PARAMETERS,
               (routine, team, dest, source, dst, sst, nelems, size))

/*
 * The quick ways of calls that are not slow (ISHMEMI_STATE_SLOW): little data goes in words, and much in
 * slices.  Each has functions that do nothing else, because a GPU has few registers for a large work-group,
 * and would spill them around ways that a call does not take.  All other calls take the long way, FAMILY_any.
 */

/* How many members a team has; of the world, a GPU knows it without a load.  ctx: the default context. */
ISHMEMI_INLINE int ishmemi_quick_members(ishmem_ctx_t ctx,
                                         ISHMEMI_GLOBAL const ishmemi_team_t *team)
{
    return (uint64_t)team == ctx->world ? ctx->n_pes : team->n_pes;
}

/* The team of such a call, or 0. */
ISHMEMI_INLINE ISHMEMI_GLOBAL const ishmemi_team_t *ishmemi_quick_team(ishmem_ctx_t ctx,
                                                                       int32_t handle)
{
    if (ctx == 0 || (ctx->flags & ISHMEMI_STATE_SLOW) != 0) {
        return 0;
    }
    ISHMEMI_GLOBAL const ishmemi_team_t *team = ishmemi_team_of(ctx, handle);
    return team != 0 && ishmemi_quick_members(ctx, team) > 1 ? team : 0;
}

/* The words of `bytes` from each of `members`. */
ISHMEMI_INLINE size_t ishmemi_words_of(int members, size_t bytes)
{
    return (size_t)members * ((bytes + ISHMEMI_WORD_BYTES - 1) / ISHMEMI_WORD_BYTES);
}

/* One lane's part of an exchange in words (ishmemi_words_t), between two barriers of its group. */
int ishmemi_library_words(ishmemi_string_t routine, ishmemi_team_ref_t team, const void *source,
                          size_t stride, uint64_t to, size_t to_stride, size_t bytes,
                          uint64_t number, size_t lane, size_t lanes);

/* The end of an exchange by so many lanes of a work-group, whose other lanes only meet them.  PART: the
 * call by which each of these lanes does its part. */
#define SHARE_WORDS(COUNTER, NUMBER, WORDS, PART)                                                 \
    {                                                                                             \
        const size_t lane = ishmemi_group_lane(ISHMEMI_WORK_GROUP);                               \
        const size_t lanes = ishmemi_words_lanes(ishmemi_group_lanes(ISHMEMI_WORK_GROUP), WORDS); \
        int failed = 0;                                                                           \
        if (lane < lanes) {                                                                       \
            failed = PART;                                                                        \
        }                                                                                         \
        return -ishmemi_words_end(ISHMEMI_WORK_GROUP, COUNTER, NUMBER, failed);                   \
    }

/* Up to so many words are the first sub-group's alone: in a function that a whole work-group calls, each lane
 * stores its registers first. */
#define ISHMEMI_SUB_GROUP_WORDS 64

/* Calls FAMILY, functions that exchange WORDS words in all, for a group, which is a constant. */
#define CALL_WORDS(FAMILY, GROUP, WORDS, ARGUMENTS)            \
    if ((GROUP) == ISHMEMI_WORK_ITEM) {                        \
        return FAMILY##_item ARGUMENTS;                        \
    } else if ((GROUP) == ISHMEMI_SUB_GROUP) {                 \
        return FAMILY##_sub_group ARGUMENTS;                   \
    } else if ((WORDS) > ISHMEMI_SUB_GROUP_WORDS) {            \
        return FAMILY##_work_group ARGUMENTS;                  \
    } else {                                                   \
        int failed = 0;                                        \
        ishmemi_group_barrier(ISHMEMI_WORK_GROUP);             \
        if (ishmemi_is_first_sub_group()) {                    \
            failed = FAMILY##_sub_group ARGUMENTS;             \
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
