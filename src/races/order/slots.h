/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The slots for the accesses to 8 bytes.  The caller holds the mutex (common.h), except in
 * ishmemi_slots_know().  Slots are written plainly.
 */
#ifndef ISHMEMI_RACES_SLOTS_H
#define ISHMEMI_RACES_SLOTS_H

#include "access.h"
#include "common.h"

/* Bits of a slot: bytes, 8; kind, 2; part, 2; agent, 7; is_alike, 1; site, 12; number, 32.  0:
 * free. */
typedef uint64_t slot_t;

#define BYTES(SLOT) ((unsigned)((SLOT)&0xff))
#define KIND(SLOT) ((ishmemi_access_kind_t)((SLOT) >> 8 & 3))
#define PART(SLOT) ((ishmemi_part_t)((SLOT) >> 10 & 3))
#define AGENT(SLOT) ((int)((SLOT) >> 12 & 127))
#define IS_ALIKE(SLOT) (((SLOT) >> 19 & 1) != 0)
#define SITE(SLOT) ((uint32_t)((SLOT) >> 20 & 0xfff))
#define NUMBER(SLOT) ((uint32_t)((SLOT) >> 32))

_Static_assert(ISHMEMI_RACES_AGENTS <= 128 && ISHMEMI_RACES_SITES <= 0x1000, "a slot has no room");

/* The slot of an access of this agent, without bytes. */
slot_t ishmemi_slot_of(const ishmemi_shadow_access_t *access);

/* Whether the two race unless they are ordered, and have not been reported yet.  They count as
 * reported from now on. */
bool ishmemi_slot_conflicts(slot_t now, slot_t before);

/* A race in one PE's memory; the bytes are those within the unit. */
ishmemi_race_t ishmemi_slot_race(int pe, uint64_t unit, slot_t now, slot_t before);

/* Records a new access to the bytes of a unit.  is_own: the unit belongs to this PE's memory that
 * is not symmetric. */
void ishmemi_slots_touch(slot_t *slots, int pe, uint64_t unit, slot_t now, bool sends, bool is_own,
                         ishmemi_races_found_t *found);

/* Whether the slots have such an access already, from any site. */
static inline bool ishmemi_slots_know(const slot_t *slots, slot_t same, unsigned mask)
{
    const slot_t but = (slot_t)0xfff << 20 | 0xff;
    for (int i = 0; i < ISHMEMI_RACES_SLOTS; i++) {
        const slot_t slot = __atomic_load_n(&slots[i], __ATOMIC_RELAXED);
        if ((slot & ~but) == (same & ~but) && (mask & ~BYTES(slot)) == 0) {
            return true;
        }
    }
    return false;
}

/* The bytes of a unit that lie in an array, as a bit mask. */
static inline unsigned ishmemi_slot_mask(uint64_t unit, uint64_t place, uint64_t end)
{
    const uint64_t start = unit * 8;
    const unsigned from = place > start ? (unsigned)(place - start) : 0;
    const unsigned to = end < start + 8 ? (unsigned)(end - start) : 8;
    return (0xffu << from & 0xffu) & 0xffu >> (8 - to);
}

#endif
