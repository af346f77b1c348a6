/* SPDX-License-Identifier: BSD-3-Clause */
/* Team syncs and barriers, broadcast, collect, fcollect, alltoall and alltoalls. */
#include "body/collectives.h"
#include "body/team_check.h"
#include "collective.h"
#include "collective_pair.h"
#include "forms/forms.h"
#include "shared/collective/broadcast.h"
#include "shared/collective/collect.h"
#include "shared/collective/gather.h"

/* ---- The functions that do the work ------------------------------------------------------------ */

/* By one lane.  The two ways are apart for the sake of the registers, as for other collectives. */
ISHMEMI_BODY int ishmemi_library_sync_any(BARRIER_PARAMETERS)
{
    const ishmem_ctx_t ctx = ISHMEM_CTX_DEFAULT;
    const uint64_t began = ishmemi_log_begin(ctx);
    const ishmemi_team_ref_t entered =
        ishmemi_team_enter_sync(ctx, ISHMEMI_WORK_ITEM, routine, team);
    if (ISHMEMI_UNLIKELY(entered == 0)) {
        return -1;
    }
    return ishmemi_log_team(ctx, ISHMEMI_WORK_ITEM, routine, began, 0, entered,
                            ishmemi_team_meet(ctx, ISHMEMI_WORK_ITEM, entered, completes, routine));
}

ISHMEMI_COLD int ishmemi_library_sync_on(ishmemi_team_ref_t team, uint64_t number)
{
    return ishmemi_team_meet_others(ISHMEM_CTX_DEFAULT, team, number);
}

/* Calls nothing before the other PE's flag is there, and reads nothing between two polls: on a GPU each poll
 * empties the first cache. */
ISHMEMI_BODY int ishmemi_library_sync_near(ishmemi_string_t routine, int completes,
                                           ishmemi_team_ref_t team)
{
    const ishmem_ctx_t ctx = ISHMEM_CTX_DEFAULT;
    const int is_pair = ishmemi_quick_members(ctx, team) == 2;
    const uint64_t number = ishmemi_team_arrive(ctx, team, completes, routine);
    if (is_pair) {
        ISHMEMI_FOR_FIRST_POLLS(number)
        {
            if (ishmemi_team_seen(ctx, team, ishmemi_team_arrival(0)) >= number) {
                return 0;
            }
        }
    }
    return ishmemi_library_sync_on(team, number);
}

ISHMEMI_APART int ishmemi_library_sync_item(BARRIER_PARAMETERS)
{
    const ishmem_ctx_t ctx = ISHMEM_CTX_DEFAULT;
    const ishmemi_team_ref_t quick = ishmemi_quick_team(ctx, team);
    return quick != 0 && ishmemi_caller_first_flag(ctx, quick) != 0
               ? ishmemi_library_sync_near(routine, completes, quick)
               : ishmemi_library_sync_any(routine, completes, team);
}

/* The group meets, lane 0 makes the call of a work-item, and the group meets again. */
#define DEFINE_SYNC(NAME, GROUP)                                          \
    ISHMEMI_BODY int NAME(BARRIER_PARAMETERS)                             \
    {                                                                     \
        int failed = 0;                                                   \
        ishmemi_group_barrier(GROUP);                                     \
        if (ishmemi_group_lane(GROUP) == 0) {                             \
            failed = ishmemi_library_sync_item(routine, completes, team); \
        }                                                                 \
        ishmemi_group_barrier(GROUP);                                     \
        return -ishmemi_group_any(GROUP, failed);                         \
    }
DEFINE_SYNC(ishmemi_library_sync_work_group, ISHMEMI_WORK_GROUP)
DEFINE_SYNC(ishmemi_library_sync_sub_group, ISHMEMI_SUB_GROUP)

#define DEFINE_BROADCAST_ANY(NAME, GROUP)                                                         \
    ISHMEMI_BODY int NAME(BROADCAST_PARAMETERS)                                                   \
    {                                                                                             \
        const ishmem_ctx_t ctx = ISHMEM_CTX_DEFAULT;                                              \
        const uint64_t began = ishmemi_log_begin(ctx);                                            \
        const ishmemi_team_ref_t entered =                                                        \
            ishmemi_team_enter(ctx, GROUP, routine, team, dest, 0, source, 0, nelems, size, root, \
                               ISHMEMI_OVERLAP_SAME, 0);                                          \
        return entered == 0 ? -1                                                                  \
                            : ishmemi_log_team(                                                   \
                                  ctx, GROUP, routine, began, nelems * size, entered,             \
                                  ishmemi_broadcast(ctx, GROUP, entered, ISHMEMI_ADDRESS(dest),   \
                                                    (const char *)source, nelems * size, root));  \
    }
DECLARE_FAMILY(ishmemi_library_broadcast_any, BROADCAST_PARAMETERS,
               (routine, team, dest, source, nelems, size, root))
FOR_GROUPS(DEFINE_BROADCAST_ANY, ishmemi_library_broadcast_any)

ISHMEMI_BODY int ishmemi_library_broadcast_part(ishmemi_string_t routine, ishmemi_team_ref_t team,
                                                void *dest, const void *source, size_t bytes,
                                                int root, uint64_t number, size_t lane,
                                                size_t lanes)
{
    if (lane == 0) {
        ishmemi_team_note_call(ISHMEM_CTX_DEFAULT, team, routine);
    }
    return ishmemi_broadcast_words_part(ISHMEM_CTX_DEFAULT, team, ISHMEMI_ADDRESS(dest),
                                        (const char *)source, bytes, root, 0, number, lane, lanes);
}

#define DEFINE_BROADCAST_WORDS(NAME, GROUP)                                                     \
    ISHMEMI_BODY int NAME(BROADCAST_QUICK_PARAMETERS)                                           \
    {                                                                                           \
        if (ishmemi_group_lane(GROUP) == 0) {                                                   \
            ishmemi_team_note_call(ISHMEM_CTX_DEFAULT, team, routine);                          \
        }                                                                                       \
        return -ishmemi_broadcast_words(ISHMEM_CTX_DEFAULT, GROUP, team, ISHMEMI_ADDRESS(dest), \
                                        (const char *)source, bytes, root, 0);                  \
    }
DEFINE_BROADCAST_WORDS(ishmemi_library_broadcast_words_item, ISHMEMI_WORK_ITEM)
DEFINE_BROADCAST_WORDS(ishmemi_library_broadcast_words_sub_group, ISHMEMI_SUB_GROUP)

ISHMEMI_APART int ishmemi_library_broadcast_words_work_group(BROADCAST_QUICK_PARAMETERS)
{
    ISHMEMI_GLOBAL uint64_t *const counter = &ishmemi_team_block(team)->broadcast_number;
    const uint64_t number = ishmemi_words_begin(ISHMEMI_WORK_GROUP, counter);
    if (ISHMEMI_UNLIKELY(ishmemi_broadcast_index(team, number) == 0)) {
        return ishmemi_library_broadcast_any_work_group(routine, team->handle, dest, source, bytes,
                                                        1, root);
    }
    SHARE_WORDS(counter, number, ishmemi_words_of(team->n_pes, bytes),
                ishmemi_library_broadcast_part(routine, team, dest, source, bytes, root, number,
                                               lane, lanes))
}

#define DEFINE_BROADCAST_SLICES(NAME, GROUP)                                                      \
    ISHMEMI_BODY int NAME(BROADCAST_QUICK_PARAMETERS)                                             \
    {                                                                                             \
        const ishmemi_crew_t alone = {0, 1};                                                      \
        if (ishmemi_group_lane(GROUP) == 0) {                                                     \
            ishmemi_team_note_call(ISHMEM_CTX_DEFAULT, team, routine);                            \
        }                                                                                         \
        return ishmemi_broadcast_slices(ISHMEM_CTX_DEFAULT, GROUP, team, alone,                   \
                                        ISHMEMI_ADDRESS(dest), (const char *)source, bytes, root, \
                                        0);                                                       \
    }
FOR_GROUPS(DEFINE_BROADCAST_SLICES, ishmemi_library_broadcast_slices)

#define DEFINE_BROADCAST_CALL(NAME, GROUP)                                                      \
    ISHMEMI_APART int NAME(BROADCAST_PARAMETERS)                                                \
    {                                                                                           \
        const ishmem_ctx_t ctx = ISHMEM_CTX_DEFAULT;                                            \
        const ishmemi_team_ref_t quick = ishmemi_quick_team(ctx, team);                         \
        const size_t bytes = nelems * size;                                                     \
        if (quick != 0 && ishmemi_fits_words(quick, ISHMEMI_COLLECTIVE_BROADCAST, bytes)) {     \
            CALL_WORDS(ishmemi_library_broadcast_words, GROUP,                                  \
                       ishmemi_words_of(quick->n_pes, bytes),                                   \
                       (routine, quick, dest, source, bytes, root))                             \
        } else if (quick != 0 && bytes > ISHMEMI_TEAM_LINE_DATA &&                              \
                   ishmemi_choose(ctx, quick, ISHMEMI_COLLECTIVE_BROADCAST, bytes) ==           \
                       ISHMEMI_ALGORITHM_SLICES) {                                              \
            return ishmemi_library_broadcast_slices(GROUP, routine, quick, dest, source, bytes, \
                                                    root);                                      \
        }                                                                                       \
        return ishmemi_library_broadcast_any(GROUP, routine, team, dest, source, nelems, size,  \
                                             root);                                             \
    }
FOR_GROUPS(DEFINE_BROADCAST_CALL, ishmemi_library_broadcast)

#define DEFINE_GATHER(NAME, GROUP)                                                                 \
    ISHMEMI_BODY int NAME(GATHER_PARAMETERS)                                                       \
    {                                                                                              \
        const ishmem_ctx_t ctx = ISHMEM_CTX_DEFAULT;                                               \
        const uint64_t began = ishmemi_log_begin(ctx);                                             \
        const ishmemi_team_ref_t entered = ishmemi_team_enter(                                     \
            ctx, GROUP, routine, team, dest, 1, source, collective == ISHMEMI_COLLECTIVE_ALLTOALL, \
            nelems, size, 0, ISHMEMI_OVERLAP_NEVER, 0);                                            \
        return entered == 0                                                                        \
                   ? -1                                                                            \
                   : ishmemi_log_team(                                                             \
                         ctx, GROUP, routine, began,                                               \
                         nelems * size *                                                           \
                             (collective == ISHMEMI_COLLECTIVE_ALLTOALL ? (size_t)entered->n_pes   \
                                                                        : 1),                      \
                         entered,                                                                  \
                         ishmemi_gather(ctx, GROUP, entered, collective, ISHMEMI_ADDRESS(dest),    \
                                        (const char *)source, nelems * size));                     \
    }
DECLARE_FAMILY(ishmemi_library_gather_any, GATHER_PARAMETERS,
               (routine, collective, team, dest, source, nelems, size))
FOR_GROUPS(DEFINE_GATHER, ishmemi_library_gather_any)

ISHMEMI_BODY int ishmemi_library_words(ishmemi_string_t routine, ishmemi_team_ref_t team,
                                       const void *source, size_t stride, uint64_t to,
                                       size_t to_stride, size_t bytes, uint64_t number, size_t lane,
                                       size_t lanes)
{
    const ishmemi_words_t words = {(const char *)source, stride, to, to_stride, bytes};
    if (lane == 0) {
        ishmemi_team_note_call(ISHMEM_CTX_DEFAULT, team, routine);
    }
    return ishmemi_words_part(ISHMEM_CTX_DEFAULT, team, &words, number, lane, lanes);
}

#define DEFINE_GATHER_WORDS(NAME, GROUP)                                                 \
    ISHMEMI_BODY int NAME(GATHER_QUICK_PARAMETERS)                                       \
    {                                                                                    \
        if (ishmemi_group_lane(GROUP) == 0) {                                            \
            ishmemi_team_note_call(ISHMEM_CTX_DEFAULT, team, routine);                   \
        }                                                                                \
        return ishmemi_gather_words(ISHMEM_CTX_DEFAULT, GROUP, team, collective,         \
                                    ISHMEMI_ADDRESS(dest), (const char *)source, bytes); \
    }
DEFINE_GATHER_WORDS(ishmemi_library_gather_words_item, ISHMEMI_WORK_ITEM)
DEFINE_GATHER_WORDS(ishmemi_library_gather_words_sub_group, ISHMEMI_SUB_GROUP)

ISHMEMI_APART int ishmemi_library_gather_words_work_group(GATHER_QUICK_PARAMETERS)
{
    ISHMEMI_GLOBAL uint64_t *const counter = &ishmemi_team_block(team)->words_number;
    const uint64_t number = ishmemi_words_begin(ISHMEMI_WORK_GROUP, counter);
    if (ishmemi_words_are_old(number)) {
        return ishmemi_library_gather_any_work_group(routine, collective, team->handle, dest,
                                                     source, bytes, 1);
    }
    SHARE_WORDS(counter, number, ishmemi_words_of(team->n_pes, bytes),
                ishmemi_library_words(routine, team, source,
                                      collective == ISHMEMI_COLLECTIVE_ALLTOALL ? bytes : 0,
                                      ISHMEMI_ADDRESS(dest), bytes, bytes, number, lane, lanes))
}

#define DEFINE_GATHER_SLICES(NAME, GROUP)                                                 \
    ISHMEMI_BODY int NAME(GATHER_QUICK_PARAMETERS)                                        \
    {                                                                                     \
        const ishmemi_crew_t alone = {0, 1};                                              \
        if (ishmemi_group_lane(GROUP) == 0) {                                             \
            ishmemi_team_note_call(ISHMEM_CTX_DEFAULT, team, routine);                    \
        }                                                                                 \
        return ishmemi_gather_slices(ISHMEM_CTX_DEFAULT, GROUP, team, alone, collective,  \
                                     ISHMEMI_ADDRESS(dest), (const char *)source, bytes); \
    }
DEFINE_GATHER_SLICES(ishmemi_library_gather_slices_item, ISHMEMI_WORK_ITEM)
DEFINE_GATHER_SLICES(ishmemi_library_gather_slices_sub_group, ISHMEMI_SUB_GROUP)

/* For a work-group its first sub-group tells and waits, in the functions below; all lanes only copy.
 * begins: also tells that this PE has begun.  Returns how many slices all members have begun, from `moved`
 * on; 0: the job is being aborted. */
ISHMEMI_APART uint32_t ishmemi_library_slices_next(ishmemi_team_ref_t team, size_t bytes,
                                                   uint32_t moved, int begins)
{
    const ishmem_ctx_t ctx = ISHMEM_CTX_DEFAULT;
    const ishmemi_crew_t alone = {0, 1};
    ishmemi_slices_t slices = ishmemi_slices_share(team, alone, bytes, ISHMEMI_SLICE_BYTES);
    if (begins) {
        ishmemi_slices_tell(ctx, ISHMEMI_SUB_GROUP, &slices, 0, slices.count, ISHMEMI_SLICE_BEGUN,
                            team->my_pe);
    }
    slices.moved = moved;
    return ishmemi_slices_next(ctx, ISHMEMI_SUB_GROUP, &slices) ? slices.begun : 0;
}

/* Tells that slices have been moved, and after the last of them waits for the other members'.  Not 0: the
 * job is being aborted. */
ISHMEMI_APART int ishmemi_library_slices_moved(ishmemi_team_ref_t team, size_t bytes,
                                               uint32_t moved, uint32_t begun)
{
    const ishmem_ctx_t ctx = ISHMEM_CTX_DEFAULT;
    const ishmemi_crew_t alone = {0, 1};
    ishmemi_slices_t slices = ishmemi_slices_share(team, alone, bytes, ISHMEMI_SLICE_BYTES);
    ishmemi_slices_tell(ctx, ISHMEMI_SUB_GROUP, &slices, moved, begun, ISHMEMI_SLICE_COMPLETE,
                        team->my_pe);
    return begun == slices.count ? ishmemi_slices_end(ctx, ISHMEMI_SUB_GROUP, &slices) : 0;
}

ISHMEMI_BODY int ishmemi_library_gather_slices_work_group(GATHER_QUICK_PARAMETERS)
{
    const ishmem_ctx_t ctx = ISHMEM_CTX_DEFAULT;
    const int is_ready = collective == ISHMEMI_COLLECTIVE_ALLTOALL;
    const uint32_t count = ishmemi_slices_of(bytes, ISHMEMI_SLICE_BYTES);
    const uint64_t target = ISHMEMI_ADDRESS(dest) + (uint64_t)team->my_pe * bytes;
    int failed = 0;
    if (ishmemi_group_lane(ISHMEMI_WORK_GROUP) == 0) {
        ishmemi_team_note_call(ctx, team, routine);
    }
    ishmemi_group_barrier(ISHMEMI_WORK_GROUP);
    for (uint32_t moved = 0; moved < count;) {
        uint32_t begun = count;
        ishmemi_piece_t piece = {0, bytes};
        if (!is_ready) {
            if (ishmemi_is_first_sub_group()) {
                begun = ishmemi_library_slices_next(team, bytes, moved, moved == 0);
            }
            begun = (uint32_t)ishmemi_group_broadcast(ISHMEMI_WORK_GROUP, begun);
        }
        if (begun == 0) {
            return -1;
        }
        if (begun - moved != count) {
            const ishmemi_crew_t alone = {0, 1};
            const ishmemi_slices_t slices =
                ishmemi_slices_share(team, alone, bytes, ISHMEMI_SLICE_BYTES);
            piece = ishmemi_slices_piece(&slices, moved, begun);
        }
        ishmemi_gather_push(ctx, team, target, (const char *)source, is_ready ? bytes : 0, piece,
                            ishmemi_group_lane(ISHMEMI_WORK_GROUP),
                            ishmemi_group_lanes(ISHMEMI_WORK_GROUP));
        ishmemi_group_barrier(ISHMEMI_WORK_GROUP);
        if (ishmemi_is_first_sub_group()) {
            failed = ishmemi_library_slices_moved(team, bytes, moved, begun);
        }
        moved = begun;
    }
    ishmemi_group_barrier(ISHMEMI_WORK_GROUP);
    return -ishmemi_group_any(ISHMEMI_WORK_GROUP, failed);
}

#define DEFINE_GATHER_CALL(NAME, GROUP)                                                            \
    ISHMEMI_APART int NAME(GATHER_PARAMETERS)                                                      \
    {                                                                                              \
        const ishmem_ctx_t ctx = ISHMEM_CTX_DEFAULT;                                               \
        const ishmemi_team_ref_t quick = ishmemi_quick_team(ctx, team);                            \
        const size_t bytes = nelems * size;                                                        \
        if (quick != 0 && ishmemi_fits_words(quick, collective, bytes)) {                          \
            CALL_WORDS(ishmemi_library_gather_words, GROUP, ishmemi_words_of(quick->n_pes, bytes), \
                       (routine, collective, quick, dest, source, bytes))                          \
        } else if (quick != 0 && bytes > 0 &&                                                      \
                   ishmemi_choose(ctx, quick, collective, bytes) == ISHMEMI_ALGORITHM_SLICES) {    \
            return ishmemi_library_gather_slices(GROUP, routine, collective, quick, dest, source,  \
                                                 bytes);                                           \
        }                                                                                          \
        return ishmemi_library_gather_any(GROUP, routine, collective, team, dest, source, nelems,  \
                                          size);                                                   \
    }
FOR_GROUPS(DEFINE_GATHER_CALL, ishmemi_library_gather)

#define DEFINE_COLLECT(NAME, GROUP)                                                               \
    ISHMEMI_BODY int NAME(GATHER_PARAMETERS)                                                      \
    {                                                                                             \
        const ishmem_ctx_t ctx = ISHMEM_CTX_DEFAULT;                                              \
        const uint64_t began = ishmemi_log_begin(ctx);                                            \
        const ishmemi_team_ref_t entered =                                                        \
            ishmemi_team_enter(ctx, GROUP, routine, team, dest, 0, source, 0, nelems, size, 0,    \
                               ISHMEMI_OVERLAP_NEVER, 1);                                         \
        (void)collective;                                                                         \
        return entered == 0                                                                       \
                   ? -1                                                                           \
                   : ishmemi_log_team(ctx, GROUP, routine, began, nelems * size, entered,         \
                                      ishmemi_collect(ctx, GROUP, entered, ISHMEMI_ADDRESS(dest), \
                                                      (const char *)source, nelems * size));      \
    }
FOR_GROUPS(DEFINE_COLLECT, ishmemi_library_collect)

ISHMEMI_BODY int ishmemi_good_alltoalls(ishmem_ctx_t ctx, ishmemi_string_t routine,
                                        ishmemi_team_ref_t team, int32_t handle, const void *dest,
                                        const void *source, int64_t dst, int64_t sst, size_t nelems,
                                        size_t size)
{
    ishmemi_fault_t fault;
    int good = ishmemi_good_team(&fault, team, "team", handle) &&
               ishmemi_good_strides(&fault, dst, sst, 1);
    if (good) {
        const size_t n = (size_t)team->n_pes;
        const size_t most = (size_t)ISHMEMI_STRIDE_MAX;
        const size_t all = nelems > most / n ? most : nelems * n;
        good = ishmemi_good_symmetric(ctx, &fault, "dest", ISHMEMI_ADDRESS(dest),
                                      ishmemi_span((size_t)dst, 1, all), size, size) &&
               ishmemi_good_symmetric(ctx, &fault, "source", ISHMEMI_ADDRESS(source),
                                      ishmemi_span((size_t)sst, 1, all), size, size) &&
               /* Elements with gaps between them may lie in each other's gaps. */
               (dst > 1 || sst > 1 ||
                ishmemi_good_apart(&fault, ISHMEMI_ADDRESS(dest), all, ISHMEMI_ADDRESS(source), all,
                                   size, ISHMEMI_OVERLAP_NEVER));
    }
    return ishmemi_good_or_report(ctx, routine, good, &fault);
}

#define DEFINE_ALLTOALLS(NAME, GROUP)                                                             \
    ISHMEMI_BODY int NAME(ALLTOALLS_PARAMETERS)                                                   \
    {                                                                                             \
        const ishmem_ctx_t ctx = ISHMEM_CTX_DEFAULT;                                              \
        const uint64_t began = ishmemi_log_begin(ctx);                                            \
        const ishmemi_team_ref_t entered = ishmemi_team_of(ctx, team);                            \
        if (ishmemi_checked(ctx) &&                                                               \
            (!ishmemi_good_alltoalls(ctx, routine, entered, team, dest, source, dst, sst, nelems, \
                                     size) ||                                                     \
             ishmemi_match_by(ctx, GROUP, routine, entered, ISHMEMI_ADDRESS(dest),                \
                              ISHMEMI_ADDRESS(source), nelems, size, dst, sst, 0, 0) != 0)) {     \
            return -1;                                                                            \
        }                                                                                         \
        if (entered != 0 && ishmemi_group_lane(GROUP) == 0) {                                     \
            ishmemi_team_note_call(ctx, entered, routine);                                        \
        }                                                                                         \
        return entered == 0 ? -1                                                                  \
                            : ishmemi_log_team(                                                   \
                                  ctx, GROUP, routine, began,                                     \
                                  nelems * size * (size_t)entered->n_pes, entered,                \
                                  ishmemi_alltoalls(ctx, GROUP, entered, ISHMEMI_ADDRESS(dest),   \
                                                    (const char *)source, (size_t)dst * size,     \
                                                    (size_t)sst * size, nelems, size));           \
    }
FOR_GROUPS(DEFINE_ALLTOALLS, ishmemi_library_alltoalls)

/* ---- Much data between two members, by a work-group (collective_pair.h) -------------------------- */

/* Less goes in words, or is not worth it. */
#define ISHMEMI_PAIR_LITTLE 256

/* The team, if it has two near members and this call may go here; 0: it goes the other ways.  All lanes of the group
 * find the same. */
ISHMEMI_INLINE ishmemi_team_ref_t ishmemi_quick_pair(ishmem_ctx_t ctx, ishmem_team_t handle,
                                                     ishmemi_collective_t collective, size_t bytes)
{
    if (bytes < ISHMEMI_PAIR_LITTLE) {
        return 0;
    }
    const ishmemi_team_ref_t team = ishmemi_quick_team(ctx, handle);
    return team != 0 && team->n_pes == 2 && ishmemi_all_copy(ctx) &&
                   !ishmemi_fits_words(team, collective, bytes) &&
                   ishmemi_choose(ctx, team, collective, bytes) == ISHMEMI_ALGORITHM_SLICES
               ? team
               : 0;
}

/* The address of a near member's copy of a symmetric object, if all is aligned as the copies need it, or 0. */
ISHMEMI_INLINE uint64_t ishmemi_quick_remote(ishmem_ctx_t ctx, ishmemi_team_ref_t team,
                                             uint64_t own, const void *source, size_t stride)
{
    const uint64_t odd = (own | (uint64_t)(size_t)source | stride) & 15;
    return odd == 0 ? ishmemi_member_address(ctx, team, 1 - team->my_pe, own) : 0;
}

/* fcollect and alltoall. */
ISHMEMI_BODY int ishmemi_quick_gather_work_group(GATHER_PARAMETERS)
{
    const ishmem_ctx_t ctx = ISHMEM_CTX_DEFAULT;
    const size_t bytes = nelems * size;
    const ishmemi_team_ref_t pair = ishmemi_quick_pair(ctx, team, collective, bytes);
    const int is_ready = collective == ISHMEMI_COLLECTIVE_ALLTOALL;
    const uint32_t count = ishmemi_slices_of(bytes, ISHMEMI_SLICE_BYTES);
    const size_t me = pair != 0 ? (size_t)pair->my_pe : 0;
    const size_t stride = is_ready ? bytes : 0;
    const uint64_t own = ISHMEMI_ADDRESS(dest) + me * bytes;
    const uint64_t remote =
        pair != 0 ? ishmemi_quick_remote(ctx, pair, own, source, stride) : (uint64_t)0;
    int failed = 0;
    if (remote == 0) {
        return ishmemi_library_gather_work_group(routine, collective, team, dest, source, nelems,
                                                 size);
    }
    if (ishmemi_group_lane(ISHMEMI_WORK_GROUP) == 0) {
        ishmemi_team_note_call(ctx, pair, routine);
    }
    ishmemi_group_barrier(ISHMEMI_WORK_GROUP);
    for (uint32_t moved = 0; moved < count;) {
        uint32_t begun = count;
        size_t at = 0;
        size_t part = bytes;
        if (!is_ready) {
            if (ishmemi_is_first_sub_group()) {
                begun = ishmemi_library_pair_next(pair, moved, count, moved == 0);
            }
            begun = (uint32_t)ishmemi_group_broadcast(ISHMEMI_WORK_GROUP, begun);
        }
        if (begun == 0) {
            return -1;
        }
        if (begun - moved != count) {
            const ishmemi_crew_t alone = {0, 1};
            const ishmemi_slices_t slices =
                ishmemi_slices_share(pair, alone, bytes, ISHMEMI_SLICE_BYTES);
            const ishmemi_piece_t piece = ishmemi_slices_piece(&slices, moved, begun);
            at = piece.at;
            part = piece.bytes;
        }
        const char *const from = (const char *)source + at;
        ishmemi_copy_both((char *)(ISHMEMI_GLOBAL char *)(remote + at), from + (1 - me) * stride,
                          (char *)(ISHMEMI_GLOBAL char *)(own + at), from + me * stride, !is_ready,
                          part, ishmemi_group_lane(ISHMEMI_WORK_GROUP),
                          ishmemi_group_lanes(ISHMEMI_WORK_GROUP));
        ishmemi_group_barrier(ISHMEMI_WORK_GROUP);
        if (ishmemi_is_first_sub_group()) {
            failed = ishmemi_library_pair_moved(pair, moved, begun, count, begun == count,
                                                begun == count);
        }
        moved = begun;
    }
    ishmemi_group_barrier(ISHMEMI_WORK_GROUP);
    return -ishmemi_group_any(ISHMEMI_WORK_GROUP, failed);
}

ISHMEMI_BODY int ishmemi_quick_broadcast_work_group(BROADCAST_PARAMETERS)
{
    const ishmem_ctx_t ctx = ISHMEM_CTX_DEFAULT;
    const size_t bytes = nelems * size;
    const ishmemi_team_ref_t pair =
        ishmemi_quick_pair(ctx, team, ISHMEMI_COLLECTIVE_BROADCAST, bytes);
    const uint32_t count = ishmemi_slices_of(bytes, ISHMEMI_SLICE_BYTES);
    const uint64_t remote = pair != 0 && !ishmemi_broadcast_loads(pair, bytes, 0)
                                ? ishmemi_quick_remote(ctx, pair, ISHMEMI_ADDRESS(dest), source, 0)
                                : (uint64_t)0;
    int failed = 0;
    if (remote == 0) {
        return ishmemi_library_broadcast_work_group(routine, team, dest, source, nelems, size,
                                                    root);
    }
    const int is_root = pair->my_pe == root;
    if (ishmemi_group_lane(ISHMEMI_WORK_GROUP) == 0) {
        ishmemi_team_note_call(ctx, pair, routine);
    }
    ishmemi_group_barrier(ISHMEMI_WORK_GROUP);
    if (is_root) {
        ishmemi_copy_both((char *)(ISHMEMI_GLOBAL char *)remote, (const char *)source, (char *)dest,
                          (const char *)source, 1, bytes, ishmemi_group_lane(ISHMEMI_WORK_GROUP),
                          ishmemi_group_lanes(ISHMEMI_WORK_GROUP));
    }
    ishmemi_group_barrier(ISHMEMI_WORK_GROUP);
    if (ishmemi_is_first_sub_group()) {
        failed = ishmemi_library_pair_moved(pair, 0, is_root ? count : 0, count, !is_root, 1);
    }
    ishmemi_group_barrier(ISHMEMI_WORK_GROUP);
    return -ishmemi_group_any(ISHMEMI_WORK_GROUP, failed);
}

/* ---- Routines ---------------------------------------------------------------------------------- */

#define BODY_sync(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    return ishmemi_library_sync(GROUP, ROUTINE, 0, team)
#define BODY_barrier(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    return ishmemi_library_sync(GROUP, ROUTINE, 1, team)
#define BODY_sync_all(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    ishmemi_library_sync(GROUP, ROUTINE, 0, ISHMEM_TEAM_WORLD)
#define BODY_barrier_all(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    ishmemi_library_sync(GROUP, ROUTINE, 1, ISHMEM_TEAM_WORLD)
DEFINE_OWN(int, ishmem, team_sync, team, BODY_sync, , void, , )
DEFINE_OWN(int, ishmemx, team_barrier, team, BODY_barrier, , void, , )
DEFINE_BARE(sync_all, BODY_sync_all)
DEFINE_BARE(barrier_all, BODY_barrier_all)

#define GATHER_OF(GROUP, ARGUMENTS)                                              \
    ((GROUP) == ISHMEMI_WORK_GROUP  ? ishmemi_quick_gather_work_group ARGUMENTS  \
     : (GROUP) == ISHMEMI_SUB_GROUP ? ishmemi_library_gather_sub_group ARGUMENTS \
                                    : ishmemi_library_gather_item ARGUMENTS)
#define BODY_broadcast(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT)                       \
    return (GROUP) == ISHMEMI_WORK_GROUP                                                       \
               ? ishmemi_quick_broadcast_work_group(ROUTINE, team, dest, source, nelems, SIZE, \
                                                    PE_root)                                   \
               : ishmemi_library_broadcast(GROUP, ROUTINE, team, dest, source, nelems, SIZE,   \
                                           PE_root)
#define BODY_collect(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT)                             \
    return ishmemi_library_collect(GROUP, ROUTINE, ISHMEMI_COLLECTIVE_COLLECT, team, dest, source, \
                                   nelems, SIZE)
#define BODY_fcollect(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    return GATHER_OF(GROUP,                                             \
                     (ROUTINE, ISHMEMI_COLLECTIVE_FCOLLECT, team, dest, source, nelems, SIZE))
#define BODY_alltoall(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    return GATHER_OF(GROUP,                                             \
                     (ROUTINE, ISHMEMI_COLLECTIVE_ALLTOALL, team, dest, source, nelems, SIZE))
#define BODY_alltoalls(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    return ishmemi_library_alltoalls(GROUP, ROUTINE, team, dest, source, dst, sst, nelems, SIZE)

#define DEFINE_COLLECTIVES(NAME, TYPE, A) ISHMEMI_COLLECTIVE_ROUTINES(DEFINE_TYPED_OWN, NAME, TYPE)
ISHMEMI_RMA_TYPES(DEFINE_COLLECTIVES, )
#define DEFINE_BYTES(SIZE, BYTES, PREFIX, HEAD, TAIL, KIND) \
    DEFINE_OWN(int, PREFIX, HEAD##SIZE##TAIL, KIND, BODY_##HEAD##TAIL, SIZE, void, BYTES, 1)
ISHMEMI_SIZE_COLLECTIVE_ROUTINES(DEFINE_BYTES, mem, 1)
