/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Waiting on a set of objects of this PE, and testing it: all, any and some of them.
 *
 * The lanes of a group share the set: lane k modulo the number of lanes checks offset k.  Loads are
 * relaxed, and a fence after the last pass makes them acquire (unlike in wait.h).
 *
 * Fairness: some returns all that it finds, and any begins after what it found last
 * (shared/search_start.h).  A kernel whose module is not bound knows nothing of that and begins at 0.
 */
#ifndef ISHMEM_DEVICE_WAIT_SET_H
#define ISHMEM_DEVICE_WAIT_SET_H

#include "wait.h"

#include "shared/search_start.h"

/* Element i is in the set unless status[i] is not 0; it is compared with value or, where is_vector,
 * with values[i]. */
typedef struct ishmemi_set {
    const void *ivars;
    size_t nelems;
    const int *status;
    int cmp;
    int is_vector;
    uint64_t value;
    const void *values;
    size_t bytes; /* of an element: 2, 4 or 8 */
    int is_signed;
} ishmemi_set_t;

/* What a search finds when it finds no offset: members, but none that compares; no members. */
#define ISHMEMI_FOUND_PENDING 0xfffffffffffffffeUL
#define ISHMEMI_FOUND_NO_MEMBER 0xffffffffffffffffUL

#define ISHMEMI_NO_INDEX ((size_t)-1)

ISHMEMI_INLINE int ishmemi_set_has(const ishmemi_set_t *set, size_t index)
{
    return set->status == 0 || set->status[index] == 0;
}

ISHMEMI_INLINE int ishmemi_set_compares(const ishmemi_set_t *set, size_t index)
{
    uint64_t value = set->value;
    if (set->is_vector) {
        value = set->bytes == 2   ? (uint64_t)((const uint16_t *)set->values)[index]
                : set->bytes == 4 ? (uint64_t)((const uint32_t *)set->values)[index]
                                  : ((const uint64_t *)set->values)[index];
    }
    const uint64_t seen =
        ishmemi_atomic_peek(ISHMEMI_ADDRESS(set->ivars) + index * set->bytes, set->bytes);
    return ishmemi_compares(ishmemi_key(seen, set->bytes, set->is_signed), set->cmp,
                            ishmemi_key(value, set->bytes, set->is_signed));
}

/* The index at an offset from start, around the end. */
ISHMEMI_INLINE size_t ishmemi_set_index(const ishmemi_set_t *set, size_t start, size_t offset)
{
    const size_t behind = set->nelems - start;
    return offset < behind ? start + offset : offset - behind;
}

/* The first offset of one lane whose element compares, or one of ISHMEMI_FOUND_... */
ISHMEMI_INLINE uint64_t ishmemi_set_search(const ishmemi_set_t *set, size_t start, size_t lane,
                                           size_t lanes)
{
    uint64_t found = ISHMEMI_FOUND_NO_MEMBER;
    for (size_t offset = lane; offset < set->nelems; offset += lanes) {
        const size_t index = ishmemi_set_index(set, start, offset);
        if (ishmemi_set_has(set, index)) {
            if (ishmemi_set_compares(set, index)) {
                return offset;
            }
            found = ISHMEMI_FOUND_PENDING;
        }
    }
    return found;
}

ISHMEMI_INLINE uint64_t ishmemi_set_number(const ishmemi_set_t *set)
{
    return ishmemi_search_set(ISHMEMI_ADDRESS(set->ivars), set->nelems);
}

/* The entry of the set in the PE's table. */
ISHMEMI_INLINE ISHMEMI_GLOBAL uint64_t *ishmemi_set_entry(ishmem_ctx_t ctx,
                                                          const ishmemi_set_t *set)
{
    ISHMEMI_GLOBAL ishmemi_head_t *head = (ISHMEMI_GLOBAL ishmemi_head_t *)ctx->head;
    return &head->found[ishmemi_search_entry(ishmemi_set_number(set))];
}

/* Where a search begins.  *entry, of lane 0 alone, becomes what is known of the set. */
ISHMEMI_INLINE size_t ishmemi_set_start(ishmem_ctx_t ctx, ishmemi_group_t group,
                                        const ishmemi_set_t *set, uint64_t *entry)
{
    uint64_t start = 0;
    *entry = 0;
    if (ctx == 0 || set->nelems < 2) {
        return 0;
    }
    if (ishmemi_group_lane(group) == 0) {
        const uint64_t number = ishmemi_set_number(set);
        ISHMEMI_GLOBAL ishmemi_head_t *head = (ISHMEMI_GLOBAL ishmemi_head_t *)ctx->head;
        uint64_t searches = 0;
        *entry = ISHMEMI_ATOMIC_LOAD(uint64_t, ishmemi_set_entry(ctx, set), ISHMEMI_RELAXED);
        if (!ishmemi_search_is_of(*entry, number)) {
            searches = ISHMEMI_ATOMIC_ADD(uint64_t, &head->searches.value, 1, ISHMEMI_RELAXED);
        }
        start = ishmemi_search_start(*entry, number, set->nelems, searches);
    }
    return ishmemi_group_broadcast(group, start);
}

/* After a search that has found an element, by lane 0. */
ISHMEMI_INLINE void ishmemi_set_note(ishmem_ctx_t ctx, const ishmemi_set_t *set, uint64_t entry,
                                     size_t start, size_t index)
{
    if (ctx != 0 && set->nelems >= 2) {
        ISHMEMI_ATOMIC_STORE(uint64_t, ishmemi_set_entry(ctx, set),
                             ishmemi_search_found(entry, ishmemi_set_number(set), start, index),
                             ISHMEMI_RELAXED);
    }
}

/* Publishes a wait for one of the elements, or for what a lane of a wait for all needs next. */
ISHMEMI_COLD uint64_t ishmemi_set_publish(ishmem_ctx_t ctx, ishmemi_string_t routine,
                                          const ishmemi_set_t *set)
{
    ishmemi_long_wait_t wait = {.kind = ISHMEMI_KERNEL_WAIT_SET};
    wait.address = ISHMEMI_ADDRESS(set->ivars);
    wait.count = set->nelems;
    wait.bytes = set->bytes;
    wait.is_signed = set->is_signed;
    wait.cmp = set->cmp;
    ishmemi_long_wait_publish_for_group(&wait);
    return ishmemi_wait_publish(ctx, routine, &wait);
}

/* Whether a wait of the whole group goes on after a pass that found nothing. */
ISHMEMI_INLINE int ishmemi_set_goes_on(ishmem_ctx_t ctx, ishmemi_group_t group,
                                       ishmemi_string_t routine, const ishmemi_set_t *set,
                                       uint32_t passes, uint64_t *published)
{
    if (passes % ISHMEMI_POLLS_PER_ABORT_CHECK != 0) {
        return 1;
    }
    const int aborted = ishmemi_group_lane(group) == 0 && ishmemi_aborted(ctx);
    if (ishmemi_group_lane(group) == 0 && ISHMEMI_IS_LONG(ctx, passes, *published)) {
        *published = ishmemi_set_publish(ctx, routine, set);
    }
    return ishmemi_group_broadcast(group, (uint64_t)aborted) == 0;
}

ISHMEMI_INLINE void ishmemi_set_acquire(ishmemi_group_t group)
{
    ISHMEMI_FENCE_ACQUIRE();
    ishmemi_group_barrier(group);
}

ISHMEMI_BODY int ishmemi_good_arrays(ishmem_ctx_t ctx, ishmemi_string_t routine, const void *ivars,
                                     size_t nelems, size_t bytes, int cmp, int has_values,
                                     const void *values, int has_indices, const void *indices,
                                     const int *status)
{
    ishmemi_fault_t fault;
    const int good = ishmemi_good_symmetric(ctx, &fault, "ivars", ISHMEMI_ADDRESS(ivars), nelems,
                                            bytes, bytes) &&
                     ishmemi_good_cmp(&fault, cmp) &&
                     (!has_values || ishmemi_good_local(ctx, &fault, "cmp_values", values, nelems,
                                                        bytes, bytes)) &&
                     (!has_indices || ishmemi_good_local(ctx, &fault, "indices", indices, nelems,
                                                         sizeof(size_t), sizeof(size_t))) &&
                     (status == 0 || ishmemi_good_local(ctx, &fault, "status", status, nelems,
                                                        sizeof(int), sizeof(int)));
    return ishmemi_good_or_report(ctx, routine, good, &fault);
}

/* ---- What a group does with good arguments ---------------------------------------------------- */

/* Each lane waits for its own elements, one after the other. */
ISHMEMI_INLINE void ishmemi_group_wait_all(ishmem_ctx_t ctx, ishmemi_group_t group,
                                           ishmemi_string_t routine, const ishmemi_set_t *set)
{
    uint64_t published = 0;
    const size_t lanes = ishmemi_group_lanes(group);
    size_t index = ishmemi_group_lane(group);
    uint32_t polls = 1;
    ishmemi_group_barrier(group);
    while (index < set->nelems) {
        if (!ishmemi_set_has(set, index) || ishmemi_set_compares(set, index)) {
            index += lanes;
        } else if (polls++ % ISHMEMI_POLLS_PER_ABORT_CHECK == 0) {
            if (ishmemi_aborted(ctx)) {
                break;
            }
            if (ISHMEMI_IS_LONG(ctx, polls - 1, published)) {
                published = ishmemi_set_publish(ctx, routine, set);
            }
        }
    }
    ishmemi_wait_withdraw(published);
    ishmemi_set_acquire(group);
}

ISHMEMI_INLINE int ishmemi_group_test_all(ishmemi_group_t group, const ishmemi_set_t *set)
{
    const size_t lanes = ishmemi_group_lanes(group);
    uint64_t all = 1;
    ishmemi_group_barrier(group);
    for (size_t i = ishmemi_group_lane(group); all && i < set->nelems; i += lanes) {
        all = !ishmemi_set_has(set, i) || ishmemi_set_compares(set, i);
    }
    ishmemi_set_acquire(group);
    return (int)ishmemi_group_min(group, all);
}

/* waits: until there is one; otherwise returns the result of one pass. */
ISHMEMI_INLINE size_t ishmemi_any_of(ishmem_ctx_t ctx, ishmemi_group_t group,
                                     ishmemi_string_t routine, const ishmemi_set_t *set, int waits)
{
    uint64_t published = 0;
    uint64_t entry;
    const size_t start = ishmemi_set_start(ctx, group, set, &entry);
    uint64_t found;
    ishmemi_group_barrier(group);
    for (uint32_t passes = 1;; passes++) {
        found = ishmemi_group_min(group, ishmemi_set_search(set, start, ishmemi_group_lane(group),
                                                            ishmemi_group_lanes(group)));
        if (found != ISHMEMI_FOUND_PENDING || !waits ||
            !ishmemi_set_goes_on(ctx, group, routine, set, passes, &published)) {
            break;
        }
    }
    ishmemi_wait_withdraw(published);
    ishmemi_set_acquire(group);
    if (found >= ISHMEMI_FOUND_PENDING) {
        return ISHMEMI_NO_INDEX;
    }
    const size_t index = ishmemi_set_index(set, start, found);
    if (ishmemi_group_lane(group) == 0) {
        ishmemi_set_note(ctx, set, entry, start, index);
    }
    return index;
}

/* Stores the indices of all elements that compare, in order, and returns their number. */
ISHMEMI_INLINE size_t ishmemi_group_collect(ishmemi_group_t group, const ishmemi_set_t *set,
                                            size_t *indices)
{
    const size_t lanes = ishmemi_group_lanes(group);
    size_t count = 0;
    for (size_t first = 0; first < set->nelems; first += lanes) {
        const size_t index = first + ishmemi_group_lane(group);
        const uint64_t one =
            index < set->nelems && ishmemi_set_has(set, index) && ishmemi_set_compares(set, index);
        const size_t at = count + ishmemi_group_sum_before(group, one);
        if (one) {
            indices[at] = index;
        }
        count += ishmemi_group_sum(group, one);
    }
    return count;
}

/* A value may stop comparing between the search and the collection: then the wait goes on. */
ISHMEMI_INLINE size_t ishmemi_some_of(ishmem_ctx_t ctx, ishmemi_group_t group,
                                      ishmemi_string_t routine, const ishmemi_set_t *set,
                                      size_t *indices, int waits)
{
    uint64_t published = 0;
    size_t count = 0;
    ishmemi_group_barrier(group);
    for (uint32_t passes = 1;; passes++) {
        const uint64_t found =
            ishmemi_group_min(group, ishmemi_set_search(set, 0, ishmemi_group_lane(group),
                                                        ishmemi_group_lanes(group)));
        if (found < ISHMEMI_FOUND_PENDING) {
            count = ishmemi_group_collect(group, set, indices);
        }
        if (count > 0 || found == ISHMEMI_FOUND_NO_MEMBER || !waits ||
            !ishmemi_set_goes_on(ctx, group, routine, set, passes, &published)) {
            break;
        }
    }
    ishmemi_wait_withdraw(published);
    ishmemi_set_acquire(group);
    return count;
}

/* Reports the end of a wait, by an element or by none. */
ISHMEMI_INLINE void ishmemi_set_log(ishmem_ctx_t ctx, ishmemi_group_t group,
                                    ishmemi_string_t routine, uint64_t began,
                                    const ishmemi_set_t *set, size_t index)
{
    if (began != 0) {
        const int ended = index != ISHMEMI_NO_INDEX;
        const uint64_t object = ISHMEMI_ADDRESS(set->ivars) + (ended ? index * set->bytes : 0);
        ishmemi_log_end_word(ctx, group, routine, began, ISHMEMI_LOG_WAIT, 0, -1,
                             ended ? ISHMEMI_LOG_SEES : ISHMEMI_LOG_NOTHING, object,
                             ended ? ishmemi_atomic_peek(object, set->bytes) : 0);
    }
}

/* The same as functions of their own, one for each kind of group and for all types: these bodies
 * are large, and a wait can do without its type's constants. */
#define ISHMEMI_SET_BODIES(SUFFIX, GROUP)                                                   \
    ISHMEMI_BODY void ishmemi_wait_all_##SUFFIX(ishmem_ctx_t ctx, ishmemi_string_t routine, \
                                                const ishmemi_set_t *set)                   \
    {                                                                                       \
        const uint64_t began = ishmemi_log_begin(ctx);                                      \
        ishmemi_group_wait_all(ctx, GROUP, routine, set);                                   \
        ishmemi_log_end(ctx, GROUP, routine, began, ISHMEMI_LOG_WAIT, 0, -1);               \
    }                                                                                       \
    ISHMEMI_BODY int ishmemi_test_all_##SUFFIX(const ishmemi_set_t *set)                    \
    {                                                                                       \
        return ishmemi_group_test_all(GROUP, set);                                          \
    }                                                                                       \
    ISHMEMI_BODY size_t ishmemi_any_##SUFFIX(ishmem_ctx_t ctx, ishmemi_string_t routine,    \
                                             const ishmemi_set_t *set, int waits)           \
    {                                                                                       \
        const uint64_t began = waits ? ishmemi_log_begin(ctx) : 0;                          \
        const size_t found = ishmemi_any_of(ctx, GROUP, routine, set, waits);               \
        ishmemi_set_log(ctx, GROUP, routine, began, set, found);                            \
        return found;                                                                       \
    }                                                                                       \
    ISHMEMI_BODY size_t ishmemi_some_##SUFFIX(ishmem_ctx_t ctx, ishmemi_string_t routine,   \
                                              const ishmemi_set_t *set, size_t *indices,    \
                                              int waits)                                    \
    {                                                                                       \
        const uint64_t began = waits ? ishmemi_log_begin(ctx) : 0;                          \
        const size_t count = ishmemi_some_of(ctx, GROUP, routine, set, indices, waits);     \
        ishmemi_set_log(ctx, GROUP, routine, began, set,                                    \
                        began != 0 && count > 0 ? indices[count - 1] : ISHMEMI_NO_INDEX);   \
        return count;                                                                       \
    }
ISHMEMI_SET_BODIES(work_item, ISHMEMI_WORK_ITEM)
ISHMEMI_SET_BODIES(sub_group, ISHMEMI_SUB_GROUP)
ISHMEMI_SET_BODIES(work_group, ISHMEMI_WORK_GROUP)
#undef ISHMEMI_SET_BODIES

/* ---- The routines ----------------------------------------------------------------------- */

/* Passes the set's fields one by one, so that a set need not be in memory for the check. */
ISHMEMI_INLINE int ishmemi_set_passes(ishmem_ctx_t ctx, ishmemi_string_t routine,
                                      const ishmemi_set_t *set, int has_indices,
                                      const void *indices)
{
    return !ishmemi_checked_if_bound(ctx) ||
           ishmemi_good_arrays(ctx, routine, set->ivars, set->nelems, set->bytes, set->cmp,
                               set->is_vector, set->values, has_indices, indices, set->status);
}

ISHMEMI_INLINE void ishmemi_set_wait_all(ishmem_ctx_t ctx, ishmemi_group_t group,
                                         ishmemi_string_t routine, const ishmemi_set_t *set)
{
    if (!ishmemi_set_passes(ctx, routine, set, 0, 0)) {
        return;
    }
    switch (group) {
    case ISHMEMI_WORK_GROUP:
        ishmemi_wait_all_work_group(ctx, routine, set);
        break;
    case ISHMEMI_SUB_GROUP:
        ishmemi_wait_all_sub_group(ctx, routine, set);
        break;
    default:
        ishmemi_wait_all_work_item(ctx, routine, set);
        break;
    }
}

ISHMEMI_INLINE int ishmemi_set_test_all(ishmem_ctx_t ctx, ishmemi_group_t group,
                                        ishmemi_string_t routine, const ishmemi_set_t *set)
{
    if (!ishmemi_set_passes(ctx, routine, set, 0, 0)) {
        return 0;
    }
    switch (group) {
    case ISHMEMI_WORK_GROUP:
        return ishmemi_test_all_work_group(set);
    case ISHMEMI_SUB_GROUP:
        return ishmemi_test_all_sub_group(set);
    default:
        return ishmemi_test_all_work_item(set);
    }
}

ISHMEMI_INLINE size_t ishmemi_set_any(ishmem_ctx_t ctx, ishmemi_group_t group,
                                      ishmemi_string_t routine, const ishmemi_set_t *set, int waits)
{
    if (!ishmemi_set_passes(ctx, routine, set, 0, 0)) {
        return 0;
    }
    switch (group) {
    case ISHMEMI_WORK_GROUP:
        return ishmemi_any_work_group(ctx, routine, set, waits);
    case ISHMEMI_SUB_GROUP:
        return ishmemi_any_sub_group(ctx, routine, set, waits);
    default:
        return ishmemi_any_work_item(ctx, routine, set, waits);
    }
}

ISHMEMI_INLINE size_t ishmemi_set_some(ishmem_ctx_t ctx, ishmemi_group_t group,
                                       ishmemi_string_t routine, const ishmemi_set_t *set,
                                       size_t *indices, int waits)
{
    if (!ishmemi_set_passes(ctx, routine, set, 1, indices)) {
        return 0;
    }
    switch (group) {
    case ISHMEMI_WORK_GROUP:
        return ishmemi_some_work_group(ctx, routine, set, indices, waits);
    case ISHMEMI_SUB_GROUP:
        return ishmemi_some_sub_group(ctx, routine, set, indices, waits);
    default:
        return ishmemi_some_work_item(ctx, routine, set, indices, waits);
    }
}

#endif
