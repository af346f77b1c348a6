/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Sets of objects.  A pass loads every element once, in windows: directly if the host can load
 * heaps, otherwise through the tile, many at a time.
 *
 * Fairness: some returns all that it finds, and any begins after what it found last
 * (shared/search_start.h).
 */
#include "wait_set.h"

#include "access.h"
#include "check.h"
#include "compare.h"
#include "observe.h"
#include "shared/mapped.h"
#include "shared/search_start.h"
#include "spin.h"
#include "transfer.h"

#define NONE SIZE_MAX

/* How many elements the tile loads at a time. */
#define WINDOW ISHMEMI_ACCESS_WORDS

/* The values that were loaded last: of the elements [first, end), in words. */
typedef struct window {
    size_t first;
    size_t end;
    uint64_t words[WINDOW];
} window_t;

static bool check(const char *routine, const ishmemi_set_t *set)
{
    return ishmemi_check_own_array(routine, "ivars", set->ivars, set->nelems, set->size) &&
           ishmemi_check_cmp(routine, set->cmp) &&
           (!set->has_values ||
            ishmemi_check_local(routine, "cmp_values", set->values, set->nelems, set->size)) &&
           (!set->status ||
            ishmemi_check_local(routine, "status", set->status, set->nelems, sizeof *set->status));
}

static inline bool is_member(const ishmemi_set_t *set, size_t index)
{
    return !set->status || set->status[index] == 0;
}

static uint64_t value_of(const ishmemi_set_t *set, size_t index)
{
    if (!set->has_values) {
        return set->value;
    }
    switch (set->size) {
    case 2:
        return ((const ishmemi_word16_t *)set->values)[index];
    case 4:
        return ((const ishmemi_word32_t *)set->values)[index];
    default:
        return ((const ishmemi_word64_t *)set->values)[index];
    }
}

static const void *element(const ishmemi_set_t *set, size_t index)
{
    return (const char *)set->ivars + index * set->size;
}

static uint64_t load(const ishmemi_set_t *set, window_t *window, size_t index)
{
    if (ishmemi_is_mapped()) {
        return ishmemi_mapped_load(element(set, index), set->size);
    }
    if (index < window->first || index >= window->end) {
        const size_t left = set->nelems - index;
        window->first = index;
        window->end = index + (left < WINDOW ? left : WINDOW);
        ishmemi_access->load(window->words, element(set, index), set->size,
                             window->end - window->first);
    }
    return window->words[index - window->first];
}

static bool compares(const ishmemi_set_t *set, window_t *window, size_t index)
{
    const ishmemi_compare_t compare = ishmemi_compare_make(
        set->is_signed, set->cmp,
        ishmemi_compare_extend(value_of(set, index), set->size, set->is_signed));
    return ishmemi_compare_holds(
        &compare, ishmemi_compare_extend(load(set, window, index), set->size, set->is_signed));
}

/* The call ends with this element. */
static void note(const ishmemi_set_t *set, window_t *window, size_t index)
{
    if (ishmemi_is_observed()) {
        ishmemi_observe_note_word(element(set, index), load(set, window, index));
    }
}

/* Where searches by any begin.  The words are this process's own, and relaxed: a search that
 * another thread's search overtakes begins somewhere else. */
static struct {
    uint64_t searches;
    uint64_t found[ISHMEMI_SEARCH_ENTRIES];
} searched;

static size_t start_of(const ishmemi_set_t *set, uint64_t *entry)
{
    const uint64_t number = ishmemi_search_set((uintptr_t)set->ivars, set->nelems);
    *entry = 0;
    if (set->nelems < 2) {
        return 0;
    }
    *entry = __atomic_load_n(&searched.found[ishmemi_search_entry(number)], __ATOMIC_RELAXED);
    const uint64_t searches = ishmemi_search_is_of(*entry, number)
                                  ? 0
                                  : __atomic_fetch_add(&searched.searches, 1, __ATOMIC_RELAXED);
    return ishmemi_search_start(*entry, number, set->nelems, searches);
}

static void note_found(const ishmemi_set_t *set, uint64_t entry, size_t start, size_t index)
{
    const uint64_t number = ishmemi_search_set((uintptr_t)set->ivars, set->nelems);
    if (set->nelems >= 2) {
        __atomic_store_n(&searched.found[ishmemi_search_entry(number)],
                         ishmemi_search_found(entry, number, start, index), __ATOMIC_RELAXED);
    }
}

void ishmemi_set_wait_all(const char *routine, const ishmemi_set_t *set)
{
    ISHMEMI_REQUIRE(check(routine, set));
    ISHMEMI_OBSERVE(WAIT, routine, -1, .object = set->ivars, .effect = ISHMEMI_EFFECT_SEEN,
                    .dest = {set->ivars, set->size, set->nelems, set->size});
    for (size_t i = 0; i < set->nelems; i++) {
        if (is_member(set, i)) {
            ishmemi_observe_seen_at(
                element(set, i), ishmemi_access->wait(routine, element(set, i), set->size,
                                                      set->is_signed, set->cmp, value_of(set, i)));
        }
    }
}

int ishmemi_set_test_all(const char *routine, const ishmemi_set_t *set)
{
    ISHMEMI_REQUIRE_OR(check(routine, set), 0);
    ISHMEMI_OBSERVE(TEST, routine, -1, .object = set->ivars,
                    .dest = {set->ivars, set->size, set->nelems, set->size});
    window_t window;
    window.first = window.end = 0;
    for (size_t i = 0; i < set->nelems; i++) {
        if (is_member(set, i) && !compares(set, &window, i)) {
            return ishmemi_spin_tested(false);
        }
    }
    for (size_t i = 0; i < set->nelems; i++) {
        (void)ishmemi_observe_tested(element(set, i), is_member(set, i));
    }
    return ishmemi_spin_tested(true);
}

/* Waits for one of the elements. */
static inline ishmemi_wait_t wait_of(const char *routine, const ishmemi_set_t *set)
{
    ishmemi_wait_t wait =
        ishmemi_wait_word(routine, set->ivars, set->size, set->is_signed, set->cmp, set->value, -1);
    wait.kind = ISHMEMI_WAIT_SET;
    wait.count = set->nelems;
    return wait;
}

/* One pass from `start` on, past the end and back to it: the first element that compares, or
 * NONE. */
static size_t find(const ishmemi_set_t *set, size_t start, bool *has_members)
{
    window_t window;
    window.first = window.end = 0;
    for (size_t offset = 0; offset < set->nelems; offset++) {
        const size_t behind = set->nelems - start;
        const size_t index = offset < behind ? start + offset : offset - behind;
        if (is_member(set, index)) {
            *has_members = true;
            if (compares(set, &window, index)) {
                note(set, &window, index);
                return index;
            }
        }
    }
    return NONE;
}

size_t ishmemi_set_any(const char *routine, const ishmemi_set_t *set, bool waits)
{
    ISHMEMI_REQUIRE_OR(check(routine, set), NONE);
    ISHMEMI_OBSERVE_AS(waits ? ISHMEMI_OBSERVE_WAIT : ISHMEMI_OBSERVE_TEST, routine, -1,
                       .object = set->ivars,
                       .dest = {set->ivars, set->size, set->nelems, set->size},
                       .effect = waits ? ISHMEMI_EFFECT_SEEN : ISHMEMI_EFFECT_NONE);
    uint64_t entry;
    const size_t start = start_of(set, &entry);
    ishmemi_spin_t spin = {0};
    for (;;) {
        bool has_members = false;
        const size_t found = find(set, start, &has_members);
        const bool ends = found != NONE || !has_members;
        if (ends || !waits) {
            ishmemi_spin_end(&spin);
            ishmemi_spin_tested(ends);
            if (found != NONE) {
                note_found(set, entry, start, found);
            }
            return found;
        }
        ishmemi_spin_pause(&spin, wait_of(routine, set));
    }
}

/* One pass: stores the indices of all elements that compare, and returns their number. */
static size_t collect(const ishmemi_set_t *set, size_t *indices, bool *has_members)
{
    window_t window;
    window.first = window.end = 0;
    size_t count = 0;
    for (size_t i = 0; i < set->nelems; i++) {
        if (is_member(set, i)) {
            *has_members = true;
            if (compares(set, &window, i)) {
                note(set, &window, i);
                indices[count++] = i;
            }
        }
    }
    return count;
}

size_t ishmemi_set_some(const char *routine, const ishmemi_set_t *set, size_t *indices, bool waits)
{
    ISHMEMI_REQUIRE_OR(check(routine, set), 0);
    ISHMEMI_REQUIRE_OR(
        ishmemi_check_local(routine, "indices", indices, set->nelems, sizeof *indices), 0);
    ISHMEMI_OBSERVE_AS(waits ? ISHMEMI_OBSERVE_WAIT : ISHMEMI_OBSERVE_TEST, routine, -1,
                       .object = set->ivars,
                       .dest = {set->ivars, set->size, set->nelems, set->size},
                       .effect = waits ? ISHMEMI_EFFECT_SEEN : ISHMEMI_EFFECT_NONE);
    ishmemi_spin_t spin = {0};
    for (;;) {
        bool has_members = false;
        const size_t count = collect(set, indices, &has_members);
        const bool ends = count > 0 || !has_members;
        if (ends || !waits) {
            ishmemi_spin_end(&spin);
            ishmemi_spin_tested(ends);
            return count;
        }
        ishmemi_spin_pause(&spin, wait_of(routine, set));
    }
}
