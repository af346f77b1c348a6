/* SPDX-License-Identifier: BSD-3-Clause */
/* Inputs from a seed, by xorshift. */
#ifndef KERNELS_RUN_RANDOM_H
#define KERNELS_RUN_RANDOM_H

#include <stdint.h>

/* The state is never 0. */
static inline uint64_t random_next(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

#endif
