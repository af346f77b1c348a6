/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The one stream of random numbers.  All PEs draw the same numbers in the same order: what is drawn
 * must never depend on the PE that draws.
 */
#ifndef RANDOM_CHANCE_H
#define RANDOM_CHANCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

extern uint64_t chance_state;

static inline uint64_t chance_bits(void)
{
    uint64_t x = chance_state += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

/* From 0 to limit - 1; limit is not 0. */
static inline size_t chance_below(size_t limit)
{
    return (size_t)(chance_bits() % limit);
}

static inline int chance_pe(int limit)
{
    return (int)chance_below((size_t)limit);
}

static inline bool chance_percent(unsigned percent)
{
    return chance_below(100) < percent;
}

/* At most `limit`: often small, sometimes all, sometimes near a power of two. */
static inline size_t chance_count(size_t limit)
{
    const size_t kind = chance_below(8);
    size_t count;
    if (kind < 4) {
        count = chance_below(40);
    } else if (kind < 6) {
        count = ((size_t)1 << chance_below(18)) + chance_below(7);
        count = count > 3 ? count - 3 : count;
    } else {
        count = chance_below(limit + 1);
    }
    return count < limit ? count : limit;
}

#endif
