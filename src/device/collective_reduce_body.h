/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The functions that do reductions and scans of a class of kinds.
 */
#ifndef ISHMEMI_DEVICE_COLLECTIVE_REDUCE_BODY_H
#define ISHMEMI_DEVICE_COLLECTIVE_REDUCE_BODY_H

#include "body/collectives.h"
#include "body/team_check.h"
#include "collective.h"
#include "collective_pair.h"
#include "forms/forms.h"
#include "shared/collective/reduce.h"
#include "shared/collective/scan.h"
#include "shared/collective/scatter.h"

ISHMEMI_INLINE int ishmemi_reduce_any(ishmemi_group_t group, ishmemi_class_t kinds, int is_scan,
                                      ishmemi_string_t routine, ishmemi_collective_t collective,
                                      ishmemi_kind_t kind, ishmemi_reduce_op_t op,
                                      ishmem_team_t team, void *dest, const void *source,
                                      size_t nelems, size_t size)
{
    const ishmem_ctx_t ctx = ISHMEM_CTX_DEFAULT;
    const uint64_t began = ishmemi_log_begin(ctx);
    const int scatters = collective == ISHMEMI_COLLECTIVE_REDUCE_SCATTER;
    const ishmemi_team_ref_t entered =
        ishmemi_team_enter(ctx, group, routine, team, dest, 0, source, scatters, nelems, size, 0,
                           ISHMEMI_OVERLAP_SAME, 0);
    const ishmemi_reduction_t reduction = {kinds, kind, op, size};
    const uint64_t to = ISHMEMI_ADDRESS(dest);
    const uint64_t from = ISHMEMI_ADDRESS(source);
    if (entered == 0) {
        return -1;
    }
    const int result =
        is_scan    ? ishmemi_scan(ctx, group, entered, &reduction, collective, to, from, nelems)
        : scatters ? ishmemi_reduce_scatter(ctx, group, entered, &reduction, to, from, nelems)
                   : ishmemi_reduce(ctx, group, entered, &reduction, to, from, nelems);
    return ishmemi_log_team(ctx, group, routine, began,
                            nelems * size * (scatters ? (size_t)entered->n_pes : 1), entered,
                            result);
}

#define DEFINE_ANY(NAME, GROUP, KINDS, IS_SCAN)                                               \
    ISHMEMI_BODY int NAME(REDUCE_PARAMETERS)                                                  \
    {                                                                                         \
        return ishmemi_reduce_any(GROUP, KINDS, IS_SCAN, routine, collective, kind, op, team, \
                                  dest, source, nelems, size);                                \
    }

#define DEFINE_SCAN(NAME, GROUP, KINDS) DEFINE_ANY(NAME, GROUP, KINDS, 1)

#define DEFINE_REDUCE_WORDS(NAME, GROUP, KINDS)                                             \
    ISHMEMI_BODY int NAME(REDUCE_QUICK_PARAMETERS)                                          \
    {                                                                                       \
        const ishmemi_reduction_t reduction = {KINDS, kind, op, size};                      \
        if (ishmemi_group_lane(GROUP) == 0) {                                               \
            ishmemi_team_note_call(ISHMEM_CTX_DEFAULT, team, routine);                      \
        }                                                                                   \
        return ishmemi_reduce_words(ISHMEM_CTX_DEFAULT, GROUP, team, &reduction,            \
                                    ISHMEMI_ADDRESS(dest), ISHMEMI_ADDRESS(source), bytes); \
    }

/* One lane's part of the combination of what came in words. */
#define DEFINE_REDUCE_UNPACKED(NAME, KINDS)                                                     \
    ISHMEMI_BODY int NAME(ishmemi_team_ref_t team, ishmemi_kind_t kind, ishmemi_reduce_op_t op, \
                          void *dest, size_t bytes, size_t size, size_t lane, size_t lanes)     \
    {                                                                                           \
        const ishmemi_reduction_t reduction = {KINDS, kind, op, size};                          \
        ishmemi_reduce_unpacked(ISHMEM_CTX_DEFAULT, team, &reduction, ISHMEMI_ADDRESS(dest),    \
                                bytes, lane, lanes);                                            \
        return 0;                                                                               \
    }

#define DEFINE_REDUCE_EXCHANGE(NAME)                                                              \
    ISHMEMI_APART int NAME(ishmemi_string_t routine, ishmemi_team_ref_t team, const void *source, \
                           size_t bytes, uint64_t number)                                         \
    {                                                                                             \
        const ishmemi_words_t words =                                                             \
            ishmemi_reduce_words_of(team, ISHMEMI_ADDRESS(source), bytes);                        \
        SHARE_WORDS(&ishmemi_team_block(team)->words_number, number,                              \
                    ishmemi_words_of(team->n_pes, bytes),                                         \
                    ishmemi_library_words(routine, team, source, 0, words.to, words.to_stride,    \
                                          bytes, number, lane, lanes))                            \
    }

/* A work-group: its first sub-groups exchange and combine. */
#define DEFINE_REDUCE_SHARED(NAME, EXCHANGE, UNPACKED, ANY)                                      \
    ISHMEMI_BODY int NAME(REDUCE_QUICK_PARAMETERS)                                               \
    {                                                                                            \
        const uint64_t number =                                                                  \
            ishmemi_words_begin(ISHMEMI_WORK_GROUP, &ishmemi_team_block(team)->words_number);    \
        if (ishmemi_words_are_old(number)) {                                                     \
            return ANY(routine, ISHMEMI_COLLECTIVE_REDUCE, kind, op, team->handle, dest, source, \
                       bytes / size, size);                                                      \
        }                                                                                        \
        const int failed = EXCHANGE(routine, team, source, bytes, number);                       \
        const size_t lane = ishmemi_group_lane(ISHMEMI_WORK_GROUP);                              \
        const size_t lanes = ishmemi_words_lanes(ishmemi_group_lanes(ISHMEMI_WORK_GROUP),        \
                                                 ishmemi_words_of(team->n_pes, bytes));          \
        if (failed == 0 && lane < lanes) {                                                       \
            UNPACKED(team, kind, op, dest, bytes, size, lane, lanes);                            \
        }                                                                                        \
        ishmemi_group_barrier(ISHMEMI_WORK_GROUP);                                               \
        return failed;                                                                           \
    }

/* reduce_of_two.h by a work-group: its first sub-group tells and waits, and all lanes store and combine. */
ISHMEMI_INLINE int ishmemi_reduce_of_two_work_group(ishmemi_team_ref_t team,
                                                    const ishmemi_reduction_t *reduction,
                                                    uint64_t dest, uint64_t source, size_t bytes)
{
    const ishmem_ctx_t ctx = ISHMEM_CTX_DEFAULT;
    const uint32_t count = ishmemi_slices_of(bytes, ISHMEMI_SLICE_BYTES);
    int failed = 0;
    ishmemi_group_barrier(ISHMEMI_WORK_GROUP);
    ishmemi_team_push(ctx, team, 1 - team->my_pe, dest, ishmemi_memory_at(source), bytes,
                      ishmemi_group_lane(ISHMEMI_WORK_GROUP),
                      ishmemi_group_lanes(ISHMEMI_WORK_GROUP));
    ishmemi_group_barrier(ISHMEMI_WORK_GROUP);
    if (ishmemi_is_first_sub_group()) {
        failed = ishmemi_library_pair_moved(team, 0, count, count, 1, 1);
    }
    ishmemi_group_barrier(ISHMEMI_WORK_GROUP);
    failed = ishmemi_group_any(ISHMEMI_WORK_GROUP, failed);
    if (!failed) {
        ishmemi_combine_with_dest(ctx, ISHMEMI_WORK_GROUP, team, reduction, dest, source, bytes, 0);
    }
    ishmemi_group_barrier(ISHMEMI_WORK_GROUP);
    return -failed;
}

#define DEFINE_REDUCE_OF_TWO(NAME, KINDS)                                                \
    ISHMEMI_BODY int NAME(REDUCE_QUICK_PARAMETERS)                                       \
    {                                                                                    \
        const ishmemi_reduction_t reduction = {KINDS, kind, op, size};                   \
        if (ishmemi_group_lane(ISHMEMI_WORK_GROUP) == 0) {                               \
            ishmemi_team_note_call(ISHMEM_CTX_DEFAULT, team, routine);                   \
        }                                                                                \
        return ishmemi_reduce_of_two_work_group(team, &reduction, ISHMEMI_ADDRESS(dest), \
                                                ISHMEMI_ADDRESS(source), bytes);         \
    }

#define DEFINE_REDUCE_SLICES(NAME, GROUP, KINDS)                                             \
    ISHMEMI_BODY int NAME(REDUCE_QUICK_PARAMETERS)                                           \
    {                                                                                        \
        const ishmemi_reduction_t reduction = {KINDS, kind, op, size};                       \
        const ishmemi_crew_t alone = {0, 1};                                                 \
        if (ishmemi_group_lane(GROUP) == 0) {                                                \
            ishmemi_team_note_call(ISHMEM_CTX_DEFAULT, team, routine);                       \
        }                                                                                    \
        return ishmemi_reduce_slices(ISHMEM_CTX_DEFAULT, GROUP, team, alone, &reduction,     \
                                     ISHMEMI_ADDRESS(dest), ISHMEMI_ADDRESS(source), bytes); \
    }

#define DEFINE_REDUCE_CALL(NAME, GROUP, WORDS, SLICES, OF_TWO, ANY)                              \
    ISHMEMI_APART int NAME(REDUCE_PARAMETERS)                                                    \
    {                                                                                            \
        const ishmem_ctx_t ctx = ISHMEM_CTX_DEFAULT;                                             \
        const ishmemi_team_ref_t quick =                                                         \
            collective == ISHMEMI_COLLECTIVE_REDUCE ? ishmemi_quick_team(ctx, team) : 0;         \
        const size_t bytes = nelems * size;                                                      \
        if (quick != 0 && ishmemi_fits_words(quick, collective, bytes)) {                        \
            CALL_WORDS(WORDS, GROUP, ishmemi_words_of(quick->n_pes, bytes),                      \
                       (routine, kind, op, quick, dest, source, bytes, size))                    \
        } else if (quick != 0 && bytes > 0 &&                                                    \
                   ishmemi_choose(ctx, quick, collective, bytes) == ISHMEMI_ALGORITHM_SLICES) {  \
            if ((GROUP) == ISHMEMI_WORK_GROUP && bytes <= ISHMEMI_REDUCE_OF_TWO_BYTES &&         \
                ishmemi_reduces_of_two(quick, ISHMEMI_ADDRESS(dest), ISHMEMI_ADDRESS(source))) { \
                return OF_TWO(routine, kind, op, quick, dest, source, bytes, size);              \
            }                                                                                    \
            return SLICES(GROUP, routine, kind, op, quick, dest, source, bytes, size);           \
        }                                                                                        \
        return ANY(GROUP, routine, collective, kind, op, team, dest, source, nelems, size);      \
    }

/* ishmemi_library_reduce_KIND of a class, through functions for what goes in words, for slices and for the
 * rest. */
#define REDUCE_QUICK_PARAMETERS                                            \
    ishmemi_string_t routine, ishmemi_kind_t kind, ishmemi_reduce_op_t op, \
        ishmemi_team_ref_t team, void *dest, const void *source, size_t bytes, size_t size
#define DEFINE_REDUCTIONS(KIND, ANY, SLICES, CALL, KINDS)                                          \
    DECLARE_FAMILY(ishmemi_library_reduce_any_##KIND, REDUCE_PARAMETERS, REDUCE_ARGUMENTS)         \
    DECLARE_FAMILY(ishmemi_library_reduce_slices_##KIND, REDUCE_QUICK_PARAMETERS,                  \
                   (routine, kind, op, team, dest, source, bytes, size))                           \
    FOR_GROUPS(ANY, ishmemi_library_reduce_any_##KIND)                                             \
    FOR_GROUPS(SLICES, ishmemi_library_reduce_slices_##KIND)                                       \
    DEFINE_REDUCE_WORDS(ishmemi_library_reduce_words_##KIND##_item, ISHMEMI_WORK_ITEM, KINDS)      \
    DEFINE_REDUCE_WORDS(ishmemi_library_reduce_words_##KIND##_sub_group, ISHMEMI_SUB_GROUP, KINDS) \
    DEFINE_REDUCE_OF_TWO(ishmemi_library_reduce_of_two_##KIND, KINDS)                              \
    DEFINE_REDUCE_UNPACKED(ishmemi_library_reduce_unpacked_##KIND, KINDS)                          \
    DEFINE_REDUCE_EXCHANGE(ishmemi_library_reduce_exchange_##KIND)                                 \
    DEFINE_REDUCE_SHARED(                                                                          \
        ishmemi_library_reduce_words_##KIND##_work_group, ishmemi_library_reduce_exchange_##KIND,  \
        ishmemi_library_reduce_unpacked_##KIND, ishmemi_library_reduce_any_##KIND##_work_group)    \
    FOR_GROUPS(CALL, ishmemi_library_reduce_##KIND)

#endif
