/* SPDX-License-Identifier: BSD-3-Clause */
#include "shadow.h"

#include "common.h"
#include "sites.h"
#include "slots.h"

static bool writes(slot_t slot)
{
    return (KIND(slot) & 1) != 0;
}

static bool is_atomic(slot_t slot)
{
    return (KIND(slot) & 2) != 0;
}

/* Operations are atomic only with those of the same size and the same kind of number. */
static bool are_atomic(slot_t one, slot_t other)
{
    return is_atomic(one) && is_atomic(other) && BYTES(one) == BYTES(other) &&
           IS_ALIKE(one) == IS_ALIKE(other);
}

/* Broadcasts one after another into the same dest, without a read in between: the last one wins. */
static bool are_broadcasts(slot_t one, slot_t other)
{
    return !is_atomic(one) && !is_atomic(other) && IS_ALIKE(one) && IS_ALIKE(other);
}

static bool conflict(slot_t one, slot_t other)
{
    return (BYTES(one) & BYTES(other)) != 0 && (writes(one) || writes(other)) &&
           !are_atomic(one, other) && !are_broadcasts(one, other);
}

/* Whether the pair has not been reported before; it counts as reported from now on. */
static bool is_new(slot_t one, slot_t other)
{
    const uint32_t a = SITE(one) << 2 | KIND(one);
    const uint32_t b = SITE(other) << 2 | KIND(other);
    const uint32_t key = (a < b ? a << 15 | b : b << 15 | a) + 1;
    uint32_t *const pairs = ishmemi_races.common->pairs;
    for (uint32_t i = 0; i < ISHMEMI_RACES_PAIRS; i++) {
        uint32_t *const pair = &pairs[(key * UINT32_C(2654435761) + i) % ISHMEMI_RACES_PAIRS];
        if (*pair == key) {
            return false;
        }
        if (*pair == 0) {
            *pair = key;
            ishmemi_races.common->races++;
            return true;
        }
    }
    return false;
}

bool ishmemi_slot_conflicts(slot_t now, slot_t before)
{
    return conflict(now, before) && is_new(now, before);
}

static ishmemi_race_side_t side(slot_t slot)
{
    return (ishmemi_race_side_t){AGENT(slot), SITE(slot), KIND(slot), PART(slot)};
}

ishmemi_race_t ishmemi_slot_race(int pe, uint64_t unit, slot_t now, slot_t before)
{
    const unsigned both = BYTES(now) & BYTES(before);
    return (ishmemi_race_t){.pe = pe,
                            .place = unit * 8 + (unsigned)__builtin_ctz(both),
                            .bytes = (size_t)__builtin_popcount(both),
                            .now = side(now),
                            .before = side(before),
                            .knows_sender =
                                PART(before) == ISHMEMI_SENT || PART(before) == ISHMEMI_HELD
                                    ? ishmemi_clock_knows_sender(AGENT(before), NUMBER(before))
                                    : false};
}

/* Whether `now` conflicts with everything that `old` conflicts with. */
static bool is_as_strict(slot_t now, slot_t old)
{
    const bool is_strict = !is_atomic(now) && !IS_ALIKE(now);
    return (writes(now) || !writes(old)) &&
           (is_strict || (is_atomic(now) == is_atomic(old) && IS_ALIKE(now) == IS_ALIKE(old)));
}

/* Whether later accesses need to know only of `now`, and not of `old`. */
static bool replaces(slot_t now, slot_t old, bool is_ordered)
{
    return is_ordered && (BYTES(old) & ~BYTES(now)) == 0 && is_as_strict(now, old);
}

/* Adds the bytes to the slot that the same call already uses, for elements that are strides
 * apart. */
static bool add_to_own(slot_t *slots, slot_t now)
{
    for (int i = 0; i < ISHMEMI_RACES_SLOTS; i++) {
        if ((slots[i] & ~(slot_t)0xff) == (now & ~(slot_t)0xff)) {
            slots[i] |= now;
            return true;
        }
    }
    return false;
}

/* Everything that comes later is ordered after it, so it is of little use. */
static bool is_past(slot_t slot, int pe)
{
    return ishmemi_clock_everybody_has(AGENT(slot), PART(slot), pe, NUMBER(slot));
}

/* The least useful slot when all are taken: one that is ordered before everything, or before
 * `now`. */
static int find_least(const slot_t *slots, slot_t now, int pe, unsigned ordered)
{
    for (int i = 0; i < ISHMEMI_RACES_SLOTS; i++) {
        if ((ordered >> i & 1) != 0 && is_past(slots[i], pe)) {
            return i;
        }
    }
    /* None is: each slot in turn. */
    return ordered != 0 ? __builtin_ctz(ordered) : (int)(NUMBER(now) % ISHMEMI_RACES_SLOTS);
}

/* Stores `now` in a slot that it replaces, in a free one, or in the least useful one. */
static void remember(slot_t *slots, int pe, slot_t now, unsigned ordered)
{
    if (add_to_own(slots, now)) {
        return;
    }
    int replaced = -1;
    int free = -1;
    for (int i = 0; i < ISHMEMI_RACES_SLOTS; i++) {
        if (slots[i] != 0 && replaces(now, slots[i], (ordered >> i & 1) != 0)) {
            slots[i] = 0;
            replaced = replaced < 0 ? i : replaced;
        } else if (slots[i] == 0) {
            free = free < 0 ? i : free;
        }
    }
    const int at = replaced >= 0 ? replaced : free;
    slots[at >= 0 ? at : find_least(slots, now, pe, ordered)] = now;
}

/* Races between threads of one PE that only load and store outside the heap are not reported. */
static bool matters(slot_t now, slot_t before)
{
    return ishmemi_races_pe_of(AGENT(now)) != ishmemi_races_pe_of(AGENT(before)) ||
           !ishmemi_site_is_program(SITE(now)) || !ishmemi_site_is_program(SITE(before));
}

void ishmemi_slots_touch(slot_t *slots, int pe, uint64_t unit, slot_t now, bool sends, bool is_own,
                         ishmemi_races_found_t *found)
{
    const bool is_in_heap = !is_own && unit < ishmemi_races.heap_bytes / 8;
    unsigned ordered = 0;
    for (int i = 0; i < ISHMEMI_RACES_SLOTS; i++) {
        const slot_t slot = slots[i];
        if (slot == 0) {
            continue;
        }
        if (ishmemi_clock_has(AGENT(slot), PART(slot), pe, NUMBER(slot), sends)) {
            ordered |= 1u << i;
        } else if (found->count < ISHMEMI_RACES_FOUND && (is_in_heap || matters(now, slot)) &&
                   ishmemi_slot_conflicts(now, slot)) {
            ishmemi_race_t *const race = &found->races[found->count++];
            *race = ishmemi_slot_race(pe, unit, now, slot);
            race->memory = is_own ? (const void *)(uintptr_t)race->place : NULL;
        }
    }
    remember(slots, pe, now, ordered);
}

slot_t ishmemi_slot_of(const ishmemi_shadow_access_t *access)
{
    const int agent = access->part == ISHMEMI_PROGRAM ? ishmemi_races.agent : ishmemi_races.sender;
    return (slot_t)access->kind << 8 | (slot_t)access->part << 10 | (slot_t)(unsigned)agent << 12 |
           (slot_t)access->is_alike << 19 | (slot_t)access->site << 20 |
           (slot_t)ishmemi_clock_number(agent, access->part) << 32;
}

/* ---- Symmetric memory --------------------------------------------------------------------------- */

static slot_t *slots_of(int pe, uint64_t unit)
{
    return ishmemi_races.shadow + ((size_t)pe * ishmemi_races.units + unit) * ISHMEMI_RACES_SLOTS;
}

void ishmemi_shadow_touch(int pe, uint64_t place, uint64_t bytes,
                          const ishmemi_shadow_access_t *access, ishmemi_races_found_t *found)
{
    const slot_t now = ishmemi_slot_of(access);
    for (uint64_t unit = place / 8; bytes > 0 && unit <= (place + bytes - 1) / 8; unit++) {
        ishmemi_slots_touch(slots_of(pe, unit), pe, unit,
                            now | ishmemi_slot_mask(unit, place, place + bytes), access->sends,
                            false, found);
    }
}

bool ishmemi_shadow_knows(int agent, int pe, uint64_t place, uint64_t bytes,
                          ishmemi_access_kind_t kind)
{
    const slot_t same = (slot_t)kind << 8 | (slot_t)ISHMEMI_PROGRAM << 10 |
                        (slot_t)(unsigned)agent << 12 |
                        (slot_t)ishmemi_clock_number(agent, ISHMEMI_PROGRAM) << 32;
    for (uint64_t unit = place / 8; unit <= (place + bytes - 1) / 8; unit++) {
        if (!ishmemi_slots_know(slots_of(pe, unit), same,
                                ishmemi_slot_mask(unit, place, place + bytes))) {
            return false;
        }
    }
    return true;
}

void ishmemi_shadow_seen(int pe, uint64_t place, uint64_t bytes)
{
    for (uint64_t unit = place / 8; bytes > 0 && unit <= (place + bytes - 1) / 8; unit++) {
        slot_t *const slots = slots_of(pe, unit);
        for (int i = 0; i < ISHMEMI_RACES_SLOTS; i++) {
            if (writes(slots[i])) {
                slots[i] &= ~(slot_t)ishmemi_slot_mask(unit, place, place + bytes);
                slots[i] = BYTES(slots[i]) == 0 ? 0 : slots[i];
            }
        }
    }
}
