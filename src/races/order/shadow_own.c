/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Memory of this PE that is not symmetric.  What is under way there is a list of ranges.  While
 * several threads of the program run, each 8 bytes that they or calls access also have slots, in a
 * table where other units may replace them: then a race is missed.
 *
 * word            written by         read by       ordering
 * count           under the mutex    any thread    relaxed
 * ranges[]        under the mutex    any thread    relaxed: half a range may be seen, and a race missed
 * sets            under the mutex    any thread    release, acquire
 * units[].unit    under the mutex    any thread    relaxed
 * units[].slots   under the mutex    any thread    relaxed
 * next            under the mutex    the same      under the mutex
 */
#include "shadow.h"

#include "allocate.h"
#include "common.h"
#include "slots.h"
#include <stdlib.h>
#include <string.h>

#define RANGES 256

static struct range {
    uintptr_t start;
    uintptr_t end;
    slot_t slot;
} ranges[RANGES];
static unsigned count;

static bool overlaps(const struct range *range, uintptr_t start, uintptr_t end)
{
    return __atomic_load_n(&range->start, __ATOMIC_RELAXED) < end &&
           start < __atomic_load_n(&range->end, __ATOMIC_RELAXED);
}

static void store(struct range *range, uintptr_t start, uintptr_t end, slot_t slot)
{
    __atomic_store_n(&range->start, start, __ATOMIC_RELAXED);
    __atomic_store_n(&range->end, end, __ATOMIC_RELAXED);
    range->slot = slot;
}

static bool is_ordered(slot_t slot)
{
    return ishmemi_clock_has(AGENT(slot), PART(slot), ishmemi_races.me, NUMBER(slot), false);
}

/* Whether the access is ordered for every thread that may access the range. */
static bool is_over(slot_t slot)
{
    return is_ordered(slot) && (!ishmemi_races_have_threads() ||
                                ishmemi_clock_all_have(AGENT(slot), PART(slot), NUMBER(slot)));
}

void ishmemi_shadow_forget(void)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < count; i++) {
        if (!is_over(ranges[i].slot)) {
            store(&ranges[kept++], ranges[i].start, ranges[i].end, ranges[i].slot);
        }
    }
    __atomic_store_n(&count, kept, __ATOMIC_RELAXED);
}

static ishmemi_race_t race_in(uintptr_t start, uintptr_t end, slot_t now,
                              const struct range *before)
{
    ishmemi_race_t race = ishmemi_slot_race(ishmemi_races.me, 0, now | 0xff, before->slot | 0xff);
    const uintptr_t from = start > before->start ? start : before->start;
    const uintptr_t to = end < before->end ? end : before->end;
    race.memory = (const void *)from;
    race.bytes = to - from;
    return race;
}

/* If the list is full, an entry is replaced, each in turn. */
static void add(uintptr_t start, uintptr_t end, slot_t slot)
{
    static unsigned next;
    const unsigned at = count < RANGES ? count : next++ % RANGES;
    store(&ranges[at], start, end, slot);
    if (count < RANGES) {
        __atomic_store_n(&count, count + 1, __ATOMIC_RELAXED);
    }
}

static bool is_busy(uintptr_t start, uintptr_t end)
{
    const unsigned n = __atomic_load_n(&count, __ATOMIC_RELAXED);
    for (unsigned i = 0; i < n; i++) {
        if (overlaps(&ranges[i], start, end)) {
            return true;
        }
    }
    return false;
}

/* ---- Threads ----------------------------------------------------------------------------------- */

/* Few enough that a search of them is short.  With one, two units that the program uses at the same
 * time would replace each other too often. */
#define WAYS 4
#define SETS 16384
#define UNITS (SETS * WAYS)

typedef struct unit {
    uint64_t unit; /* its address / 8; 0: free */
    slot_t slots[ISHMEMI_RACES_SLOTS];
} unit_t;

/* The units of one hash. */
typedef struct set {
    unit_t units[WAYS];
    unsigned next; /* to replace */
} set_t;
static set_t *sets; /* NULL: the program has had no threads */

static set_t *set_of(uint64_t unit)
{
    return &sets[(unit ^ unit >> 14) % SETS];
}

/* NULL: the set does not have it. */
static unit_t *find_in(set_t *set, uint64_t unit)
{
    for (unit_t *entry = set->units; entry < set->units + WAYS; entry++) {
        if (__atomic_load_n(&entry->unit, __ATOMIC_RELAXED) == unit) {
            return entry;
        }
    }
    return NULL;
}

static unit_t *find(uint64_t unit)
{
    return find_in(set_of(unit), unit);
}

static unit_t *replace(uint64_t unit)
{
    set_t *const set = set_of(unit);
    unit_t *const unused = find_in(set, 0);
    unit_t *const entry = unused ? unused : &set->units[set->next++ % WAYS];
    memset(entry->slots, 0, sizeof entry->slots);
    __atomic_store_n(&entry->unit, unit, __ATOMIC_RELAXED);
    return entry;
}

static unit_t *take(uint64_t unit)
{
    unit_t *const entry = find(unit);
    return entry ? entry : replace(unit);
}

/* Only the beginning of a large array. */
static void touch_units(uintptr_t start, uintptr_t end, slot_t now, ishmemi_races_found_t *found)
{
    const uintptr_t most = start + (uintptr_t)UNITS * 8;
    const uintptr_t last = end < most ? end : most;
    for (uint64_t unit = start / 8; unit <= (last - 1) / 8; unit++) {
        ishmemi_slots_touch(take(unit)->slots, ishmemi_races.me, unit,
                            now | ishmemi_slot_mask(unit, start, last), false, true, found);
    }
}

static bool know_units(int agent, uintptr_t start, uintptr_t end, ishmemi_access_kind_t kind)
{
    const slot_t same = (slot_t)kind << 8 | (slot_t)ISHMEMI_PROGRAM << 10 |
                        (slot_t)(unsigned)agent << 12 |
                        (slot_t)ishmemi_clock_number(agent, ISHMEMI_PROGRAM) << 32;
    for (uint64_t unit = start / 8; unit <= (end - 1) / 8; unit++) {
        const unit_t *const entry = find(unit);
        if (!entry ||
            !ishmemi_slots_know(entry->slots, same, ishmemi_slot_mask(unit, start, end))) {
            return false;
        }
    }
    return true;
}

void ishmemi_shadow_expect_threads(void)
{
    if (!sets) {
        set_t *const made = ishmemi_allocate_zeroed("accesses of threads", SETS, sizeof *made);
        __atomic_store_n(&sets, made, __ATOMIC_RELEASE);
    }
}

void ishmemi_shadow_end_own(void)
{
    free(sets);
    sets = NULL;
    count = 0;
}

void ishmemi_shadow_free(const void *memory, uint64_t bytes)
{
    const uint64_t first = (uintptr_t)memory / 8;
    const uint64_t behind = ((uintptr_t)memory + bytes + 7) / 8;
    if (!sets) {
        return;
    }
    if (behind - first < UNITS) {
        for (uint64_t unit = first; unit < behind; unit++) {
            unit_t *const entry = find(unit);
            if (entry) {
                __atomic_store_n(&entry->unit, 0, __ATOMIC_RELAXED);
            }
        }
        return;
    }
    for (set_t *set = sets; set < sets + SETS; set++) {
        for (unit_t *entry = set->units; entry < set->units + WAYS; entry++) {
            if (entry->unit - first < behind - first) {
                __atomic_store_n(&entry->unit, 0, __ATOMIC_RELAXED);
            }
        }
    }
}

/* ---- Both -------------------------------------------------------------------------------------- */

void ishmemi_shadow_touch_own(const void *memory, uint64_t bytes,
                              const ishmemi_shadow_access_t *access, bool remembers,
                              ishmemi_races_found_t *found)
{
    const uintptr_t start = (uintptr_t)memory;
    const uintptr_t end = start + bytes;
    const slot_t now = ishmemi_slot_of(access);
    for (unsigned i = 0; i < count; i++) {
        if (overlaps(&ranges[i], start, end) && !is_ordered(ranges[i].slot) &&
            found->count < ISHMEMI_RACES_FOUND &&
            ishmemi_slot_conflicts(now | 0xff, ranges[i].slot | 0xff)) {
            found->races[found->count++] = race_in(start, end, now, &ranges[i]);
        }
    }
    if (remembers) {
        add(start, end, now);
    }
    if (sets && ishmemi_races_have_threads()) {
        touch_units(start, end, now, found);
    }
}

bool ishmemi_shadow_knows_own(int agent, const void *memory, uint64_t bytes,
                              ishmemi_access_kind_t kind)
{
    const uintptr_t start = (uintptr_t)memory;
    const uintptr_t end = start + bytes;
    return !is_busy(start, end) &&
           (!ishmemi_races_have_threads() || !__atomic_load_n(&sets, __ATOMIC_ACQUIRE) ||
            know_units(agent, start, end, kind));
}
