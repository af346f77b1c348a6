/* SPDX-License-Identifier: BSD-3-Clause */
#include "shadow.h"

#include "common.h"

/* A slot: bytes, 8; kind, 2; part, 2; agent, 7; site, 13; number, 32.  0: free. */
typedef uint64_t slot_t;

#define BYTES(SLOT) ((unsigned)((SLOT)&0xff))
#define KIND(SLOT) ((ishmemi_access_kind_t)((SLOT) >> 8 & 3))
#define PART(SLOT) ((ishmemi_part_t)((SLOT) >> 10 & 3))
#define AGENT(SLOT) ((int)((SLOT) >> 12 & 127))
#define SITE(SLOT) ((uint32_t)((SLOT) >> 19 & 0x1fff))
#define NUMBER(SLOT) ((uint32_t)((SLOT) >> 32))

_Static_assert(ISHMEMI_RACES_AGENTS <= 128 && ISHMEMI_RACES_SITES <= 0x2000, "a slot has no room");

static bool writes(slot_t slot)
{
    return (KIND(slot) & 1) != 0;
}

static bool is_atomic(slot_t slot)
{
    return (KIND(slot) & 2) != 0;
}

static bool conflict(slot_t one, slot_t other)
{
    return (BYTES(one) & BYTES(other)) != 0 && (writes(one) || writes(other)) &&
           !(is_atomic(one) && is_atomic(other));
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
                                PART(before) == ISHMEMI_SENT
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

void ishmemi_shadow_touch(int pe, uint64_t place, uint64_t bytes,
                          const ishmemi_shadow_access_t *access, ishmemi_races_found_t *found)
{
    const slot_t now = (slot_t)access->kind << 8 | (slot_t)access->part << 10 |
                       (slot_t)(unsigned)ishmemi_races.agent << 12 | (slot_t)access->site << 19 |
                       (slot_t)ishmemi_clock_number(ishmemi_races.agent, access->part) << 32;
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
    const slot_t but = (slot_t)0x1fff << 19 | 0xff;
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
