/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The values of tokens and experts: a hash of where they are, and of the seed.
 */
#ifndef VALUES_H
#define VALUES_H

#include <stdint.h>
#include <string.h>

/* A number in which every bit depends on every bit of a and b. */
static inline uint32_t values_hash(uint64_t a, uint64_t b)
{
    uint64_t x = a * 0x9e3779b97f4a7c15u + b;

    x = (x ^ (x >> 32)) * 0xd6e8feb86659fd93u;
    x = (x ^ (x >> 32)) * 0xd6e8feb86659fd93u;
    return (uint32_t)(x ^ (x >> 32));
}

/* A number from 0 to count - 1. */
static inline uint32_t values_below(uint32_t count, uint64_t a, uint64_t b)
{
    return (uint32_t)((uint64_t)values_hash(a, b) * count >> 32);
}

static inline float values_from_bfloat16(uint16_t value)
{
    const uint32_t bits = (uint32_t)value << 16;
    float result;

    memcpy(&result, &bits, sizeof(result));
    return result;
}

/* Rounds to nearest, to even when between two. */
static inline uint16_t values_to_bfloat16(float value)
{
    uint32_t bits;

    memcpy(&bits, &value, sizeof(bits));
    return (uint16_t)((bits + 0x7fff + ((bits >> 16) & 1)) >> 16);
}

/* Value i of a token, from -8 to 8; `tokens` tells PEs and fillings apart. */
static inline float values_of_token(uint64_t tokens, uint32_t token, uint32_t i)
{
    return (float)(int)values_below(17, tokens, ((uint64_t)token << 32) | i) - 8.0f;
}

/* An element of an expert's matrix, from -2 to 2. */
static inline float values_of_expert(uint32_t seed, uint32_t expert, uint32_t row, uint32_t column)
{
    return (float)(int)values_below(5, ~(uint64_t)seed,
                                    ((uint64_t)expert << 32) | (row << 16) | column) -
           2.0f;
}

#endif
