/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Where wait_until_any and test_any begin to search a set, for the host and for kernels.
 *
 * A search begins after the object that the last one in the same set has found, as programs for
 * other implementations expect.  Calls with different conditions on one set could then take turns
 * in which an object that compares is never found.  Therefore some searches that have gone round
 * the end make the next one begin one object later.  Which ones do is spread evenly over them, so
 * no regular choice of calls avoids them.
 *
 * A set is known by a number made of its address and its length.  An entry has, from the highest bit
 * on: 24 bits of that number, 8 bits that count the rounds, and the index after the last one found.
 * Sets share entries; a set whose entry belongs to another one begins at the golden ratio times a
 * counter, as a fraction of 2^64.
 */
#ifndef ISHMEMI_SEARCH_START_H
#define ISHMEMI_SEARCH_START_H

#include "state.h"

#ifndef ISHMEMI_INLINE
#define ISHMEMI_INLINE static inline
#endif

#define ISHMEMI_SEARCH_GOLDEN_RATIO ((uint64_t)0x9e3779b97f4a7c15)
/* In 256ths: how far a round moves the count, where the count begins, and how small it is in rounds
 * that move the next start. */
#define ISHMEMI_SEARCH_STEP 159
#define ISHMEMI_SEARCH_FIRST 13
#define ISHMEMI_SEARCH_MOVES 64

/* The number of a set; its highest bits choose the entry. */
ISHMEMI_INLINE uint64_t ishmemi_search_set(uint64_t address, uint64_t nelems)
{
    return ((address >> 1) + nelems) * ISHMEMI_SEARCH_GOLDEN_RATIO;
}

ISHMEMI_INLINE uint32_t ishmemi_search_entry(uint64_t set)
{
    return (uint32_t)(set >> 60) % ISHMEMI_SEARCH_ENTRIES;
}

ISHMEMI_INLINE uint32_t ishmemi_search_tag(uint64_t set)
{
    return (uint32_t)(set >> 36) & 0xffffff;
}

ISHMEMI_INLINE int ishmemi_search_is_of(uint64_t entry, uint64_t set)
{
    return entry != 0 && entry >> 40 == ishmemi_search_tag(set);
}

/* searches: how many searches were in sets without an entry.  nelems is not 0. */
ISHMEMI_INLINE uint64_t ishmemi_search_start(uint64_t entry, uint64_t set, uint64_t nelems,
                                             uint64_t searches)
{
    /* The upper half, because the lower bits of the product repeat soon. */
    return (ishmemi_search_is_of(entry, set) ? (uint32_t)entry
                                             : searches * ISHMEMI_SEARCH_GOLDEN_RATIO >> 32) %
           nelems;
}

/* The entry after a search that began at `start` and has found the object with this index. */
ISHMEMI_INLINE uint64_t ishmemi_search_found(uint64_t entry, uint64_t set, uint64_t start,
                                             uint64_t index)
{
    const int is_known = ishmemi_search_is_of(entry, set);
    uint32_t count = is_known ? (uint32_t)(entry >> 32) & 0xff : ISHMEMI_SEARCH_FIRST;
    uint32_t next = (uint32_t)index + 1;
    if (index < start || (is_known && (uint32_t)entry > start)) {
        count = (count + ISHMEMI_SEARCH_STEP) & 0xff;
        next += count < ISHMEMI_SEARCH_MOVES;
    }
    return (uint64_t)ishmemi_search_tag(set) << 40 | (uint64_t)count << 32 | next;
}

#endif
