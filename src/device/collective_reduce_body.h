/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The functions that do reductions and scans of a class of kinds.
 */
#ifndef ISHMEMI_DEVICE_COLLECTIVE_REDUCE_BODY_H
#define ISHMEMI_DEVICE_COLLECTIVE_REDUCE_BODY_H

#include "body/collectives.h"
#include "body/team_check.h"
#include "collective.h"
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

#define DEFINE_REDUCE_WORDS(NAME, GROUP, KINDS)                                                  \
    ISHMEMI_BODY int NAME(ishmemi_string_t routine, ishmemi_kind_t kind, ishmemi_reduce_op_t op, \
                          ishmemi_team_ref_t entered, void *dest, const void *source,            \
                          size_t nelems, size_t size)                                            \
    {                                                                                            \
        const ishmemi_reduction_t reduction = {KINDS, kind, op, size};                           \
        if (ishmemi_group_lane(GROUP) == 0) {                                                    \
            ishmemi_team_note_call(entered, routine);                                            \
        }                                                                                        \
        return ishmemi_reduce_words(ISHMEM_CTX_DEFAULT, GROUP, entered, &reduction,              \
                                    ISHMEMI_ADDRESS(dest), ISHMEMI_ADDRESS(source),              \
                                    nelems * size);                                              \
    }

#define DEFINE_REDUCE_CALL(NAME, GROUP, WORDS, ANY)                                         \
    ISHMEMI_APART int NAME(REDUCE_PARAMETERS)                                               \
    {                                                                                       \
        const ishmemi_team_ref_t entered =                                                  \
            ishmemi_words_team(ISHMEM_CTX_DEFAULT, collective, team, nelems * size);        \
        if (entered != 0) {                                                                 \
            CALL_WORDS(WORDS, GROUP, (size_t)entered->n_pes *nelems *size,                  \
                       (routine, kind, op, entered, dest, source, nelems, size))            \
        }                                                                                   \
        return ANY(GROUP, routine, collective, kind, op, team, dest, source, nelems, size); \
    }

/* ishmemi_library_reduce_KIND of a class, through functions for what goes in words and for the
 * rest. */
#define DEFINE_REDUCTIONS(KIND, ANY, CALL, KINDS)                                                  \
    DECLARE_FAMILY(ishmemi_library_reduce_any_##KIND, REDUCE_PARAMETERS, REDUCE_ARGUMENTS)         \
    FOR_GROUPS(ANY, ishmemi_library_reduce_any_##KIND)                                             \
    DEFINE_REDUCE_WORDS(ishmemi_library_reduce_words_##KIND##_item, ISHMEMI_WORK_ITEM, KINDS)      \
    DEFINE_REDUCE_WORDS(ishmemi_library_reduce_words_##KIND##_sub_group, ISHMEMI_SUB_GROUP, KINDS) \
    DEFINE_REDUCE_WORDS(ishmemi_library_reduce_words_##KIND##_work_group, ISHMEMI_WORK_GROUP,      \
                        KINDS)                                                                     \
    FOR_GROUPS(CALL, ishmemi_library_reduce_##KIND)

#endif
