/* SPDX-License-Identifier: BSD-3-Clause */
#include "shadow.h"

#include "common.h"

/* A slot: bytes, 8; kind, 2; part, 2; agent, 7; is_real, 1; site, 12; number, 32.  0: free. */
typedef uint64_t slot_t;

#define BYTES(SLOT) ((unsigned)((SLOT)&0xff))
#define KIND(SLOT) ((ishmemi_access_kind_t)((SLOT) >> 8 & 3))
#define PART(SLOT) ((ishmemi_part_t)((SLOT) >> 10 & 3))
#define AGENT(SLOT) ((int)((SLOT) >> 12 & 127))
#define IS_REAL(SLOT) (((SLOT) >> 19 & 1) != 0)
#define SITE(SLOT) ((uint32_t)((SLOT) >> 20 & 0xfff))
#define NUMBER(SLOT) ((uint32_t)((SLOT) >> 32))

_Static_assert(ISHMEMI_RACES_AGENTS <= 128 && ISHMEMI_RACES_SITES <= 0x1000, "a slot has no room");

static bool writes(slot_t slot)
{
    return (KIND(slot) & 1) != 0;
}

static bool is_atomic(slot_t slot)
{
    return (KIND(slot) & 2) != 0;
}

/* Atomic operations are so towards those of the same size and kind of number. */
static bool are_atomic(slot_t one, slot_t other)
{
    return is_atomic(one) && is_atomic(other) && BYTES(one) == BYTES(other) &&
           IS_REAL(one) == IS_REAL(other);
}

static bool conflict(slot_t one, slot_t other)
{
    return (BYTES(one) & BYTES(other)) != 0 && (writes(one) || writes(other)) &&
           !are_atomic(one, other);
}

/* The two have not been reported yet, and are from now on. */
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

static ishmemi_race_side_t side(slot_t slot)
{
    return (ishmemi_race_side_t){AGENT(slot), SITE(slot), KIND(slot), PART(slot)};
}

static ishmemi_race_t race_of(int pe, uint64_t unit, slot_t now, slot_t before)
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

/* Whether `now` says all that `old` says, for those who come later. */
static bool replaces(slot_t now, slot_t old, bool is_ordered)
{
    return is_ordered && (BYTES(old) & ~BYTES(now)) == 0 && (writes(now) || !writes(old)) &&
           (!is_atomic(now) || is_atomic(old));
}

/* Remembers `now` in a slot that it replaces, a free one, or one that lies behind it. */
static void remember(slot_t *slots, slot_t now, unsigned ordered)
{
    int place = -1;
    int rank = 0;
    for (int i = 0; i < ISHMEMI_RACES_SLOTS; i++) {
        const bool is_ordered = (ordered >> i & 1) != 0;
        int worth = slots[i] == 0 ? 3 : is_ordered ? 2 : 1;
        if (slots[i] != 0 && replaces(now, slots[i], is_ordered)) {
            if (place >= 0 && rank == 4) {
                slots[i] = 0;
            }
            worth = 4;
        }
        if (worth > rank) {
            rank = worth;
            place = i;
        }
    }
    /* All are of use still: each in its turn. */
    slots[rank > 1 ? (unsigned)place : NUMBER(now) % ISHMEMI_RACES_SLOTS] = now;
}

static slot_t *slots_of(int pe, uint64_t unit)
{
    return ishmemi_races.shadow + ((size_t)pe * ishmemi_races.units + unit) * ISHMEMI_RACES_SLOTS;
}

static void touch_unit(int pe, uint64_t unit, slot_t now, bool sends, ishmemi_races_found_t *found)
{
    slot_t *const slots = slots_of(pe, unit);
    unsigned ordered = 0;
    for (int i = 0; i < ISHMEMI_RACES_SLOTS; i++) {
        const slot_t slot = slots[i];
        if (slot == 0) {
            continue;
        }
        if (ishmemi_clock_has(AGENT(slot), PART(slot), pe, NUMBER(slot), sends)) {
            ordered |= 1u << i;
        } else if (found->count < ISHMEMI_RACES_FOUND && conflict(now, slot) && is_new(now, slot)) {
            found->races[found->count++] = race_of(pe, unit, now, slot);
        }
    }
    remember(slots, now, ordered);
}

/* The bytes of a unit that lie in an array, as bits. */
static unsigned mask_of(uint64_t unit, uint64_t place, uint64_t end)
{
    const uint64_t start = unit * 8;
    const unsigned from = place > start ? (unsigned)(place - start) : 0;
    const unsigned to = end < start + 8 ? (unsigned)(end - start) : 8;
    return (0xffu << from & 0xffu) & 0xffu >> (8 - to);
}

static slot_t slot_of(const ishmemi_shadow_access_t *access)
{
    return (slot_t)access->kind << 8 | (slot_t)access->part << 10 |
           (slot_t)(unsigned)ishmemi_races.agent << 12 | (slot_t)access->is_real << 19 |
           (slot_t)access->site << 20 |
           (slot_t)ishmemi_clock_number(ishmemi_races.agent, access->part) << 32;
}

void ishmemi_shadow_touch(int pe, uint64_t place, uint64_t bytes,
                          const ishmemi_shadow_access_t *access, ishmemi_races_found_t *found)
{
    const slot_t now = slot_of(access);
    for (uint64_t unit = place / 8; bytes > 0 && unit <= (place + bytes - 1) / 8; unit++) {
        touch_unit(pe, unit, now | mask_of(unit, place, place + bytes), access->sends, found);
    }
}

bool ishmemi_shadow_knows(int agent, int pe, uint64_t place, uint64_t bytes,
                          ishmemi_access_kind_t kind)
{
    const slot_t same = (slot_t)kind << 8 | (slot_t)ISHMEMI_PROGRAM << 10 |
                        (slot_t)(unsigned)agent << 12 |
                        (slot_t)ishmemi_clock_number(agent, ISHMEMI_PROGRAM) << 32;
    const slot_t but = (slot_t)0x1fff << 19 | 0xff; /* site and is_real */
    for (uint64_t unit = place / 8; unit <= (place + bytes - 1) / 8; unit++) {
        const unsigned mask = mask_of(unit, place, place + bytes);
        const slot_t *const slots = slots_of(pe, unit);
        bool is_known = false;
        for (int i = 0; i < ISHMEMI_RACES_SLOTS; i++) {
            const slot_t slot = __atomic_load_n(&slots[i], __ATOMIC_RELAXED);
            is_known |= (slot & ~but) == same && (mask & ~BYTES(slot)) == 0;
        }
        if (!is_known) {
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
                slots[i] &= ~(slot_t)mask_of(unit, place, place + bytes);
                slots[i] = BYTES(slots[i]) == 0 ? 0 : slots[i];
            }
        }
    }
}

/* ---- Memory that is not symmetric ------------------------------------------------------------- */

#define RANGES 256

/* Of this process; count is read without the mutex, too. */
static struct range {
    uintptr_t start;
    uintptr_t end;
    slot_t slot;
} ranges[RANGES];
static unsigned count;

static bool overlaps(const struct range *range, uintptr_t start, uintptr_t end)
{
    return range->start < end && start < range->end;
}

static bool is_ordered(slot_t slot)
{
    return ishmemi_clock_has(AGENT(slot), PART(slot), ishmemi_races.me, NUMBER(slot), false);
}

void ishmemi_shadow_forget(void)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < count; i++) {
        if (!is_ordered(ranges[i].slot)) {
            ranges[kept++] = ranges[i];
        }
    }
    __atomic_store_n(&count, kept, __ATOMIC_RELAXED);
}

static ishmemi_race_t race_in(uintptr_t start, uintptr_t end, slot_t now,
                              const struct range *before)
{
    ishmemi_race_t race = race_of(ishmemi_races.me, 0, now | 0xff, before->slot | 0xff);
    const uintptr_t from = start > before->start ? start : before->start;
    const uintptr_t to = end < before->end ? end : before->end;
    race.memory = (const void *)from;
    race.bytes = to - from;
    return race;
}

/* The oldest goes where there is no room. */
static void add(uintptr_t start, uintptr_t end, slot_t slot)
{
    static unsigned next;
    const unsigned at = count < RANGES ? count : next++ % RANGES;
    ranges[at] = (struct range){start, end, slot};
    if (count < RANGES) {
        __atomic_store_n(&count, count + 1, __ATOMIC_RELAXED);
    }
}

void ishmemi_shadow_touch_own(const void *memory, uint64_t bytes,
                              const ishmemi_shadow_access_t *access, bool remembers,
                              ishmemi_races_found_t *found)
{
    const uintptr_t start = (uintptr_t)memory;
    const uintptr_t end = start + bytes;
    const slot_t now = slot_of(access);
    for (unsigned i = 0; i < count; i++) {
        if (overlaps(&ranges[i], start, end) && !is_ordered(ranges[i].slot) &&
            found->count < ISHMEMI_RACES_FOUND && conflict(now | 0xff, ranges[i].slot | 0xff) &&
            is_new(now, ranges[i].slot)) {
            found->races[found->count++] = race_in(start, end, now, &ranges[i]);
        }
    }
    if (remembers) {
        add(start, end, now);
    }
}

bool ishmemi_shadow_is_busy(const void *memory, uint64_t bytes)
{
    const uintptr_t start = (uintptr_t)memory;
    const unsigned n = __atomic_load_n(&count, __ATOMIC_RELAXED);
    for (unsigned i = 0; i < n; i++) {
        if (overlaps(&ranges[i], start, start + bytes)) {
            return true;
        }
    }
    return false;
}
