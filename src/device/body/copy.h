/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Copies bytes, by one lane of the `lanes` that share the work.
 *
 * On a GPU neighbouring lanes take neighbouring 16 bytes, so that one memory transaction serves
 * several of them.  On a processor lane 0 copies everything, because a group's lanes run one after
 * the other there, and memcpy is best with one piece, from whose size it decides whether to bypass
 * the cache.
 */
#ifndef ISHMEM_DEVICE_COPY_H
#define ISHMEM_DEVICE_COPY_H

#include "reach.h"

/* The types by which memory is accessed, whatever its own type.  Some GPUs split a vector that may
 * be less aligned than its size into accesses of its alignment, so there is a type for each
 * alignment. */
typedef uint16_t __attribute__((may_alias)) ishmemi_bits16_t;
typedef uint32_t __attribute__((may_alias)) ishmemi_bits32_t;
typedef uint64_t __attribute__((may_alias)) ishmemi_bits64_t;
typedef uint32_t __attribute__((may_alias, ext_vector_type(4), aligned(4))) ishmemi_vector_t;
typedef uint32_t __attribute__((may_alias, ext_vector_type(4), aligned(16))) ishmemi_even_vector_t;

/* Copies units that are `step` apart: all loads before the first store, because on a GPU several loads on their
 * way take as long as one.  Each load has a name of its own, as loops over an array of them turn into copies of
 * bytes, one after the other.  LOAD(UNIT, from, i) is unit i.  A lane of a large group has few registers; a lane
 * alone needs longer batches to keep the link busy. */
#define ISHMEMI_COPY_4(LOAD, UNIT, to, from, step)    \
    const UNIT first = LOAD(UNIT, from, 0);           \
    const UNIT second = LOAD(UNIT, from, step);       \
    const UNIT third = LOAD(UNIT, from, 2 * (step));  \
    const UNIT fourth = LOAD(UNIT, from, 3 * (step)); \
    (to)[0] = first;                                  \
    (to)[step] = second;                              \
    (to)[2 * (step)] = third;                         \
    (to)[3 * (step)] = fourth
#define ISHMEMI_COPY_8(LOAD, UNIT, to, from, step)     \
    const UNIT fifth = LOAD(UNIT, from, 4 * (step));   \
    const UNIT sixth = LOAD(UNIT, from, 5 * (step));   \
    const UNIT seventh = LOAD(UNIT, from, 6 * (step)); \
    const UNIT eighth = LOAD(UNIT, from, 7 * (step));  \
    ISHMEMI_COPY_4(LOAD, UNIT, to, from, step);        \
    (to)[4 * (step)] = fifth;                          \
    (to)[5 * (step)] = sixth;                          \
    (to)[6 * (step)] = seventh;                        \
    (to)[7 * (step)] = eighth

/* In batches of 4 or 8, and then what is left.  FROM: the type of source.  A loop over what is left with two
 * pointers needs a third of the registers of one with indices. */
#define ISHMEMI_COPY_UNITS_BY(LOAD, FROM, BATCH, UNIT, destination, source, count, lane, lanes) \
    do {                                                                                        \
        const ptrdiff_t step = (ptrdiff_t)(lanes);                                              \
        ptrdiff_t left = (ptrdiff_t)(count) - (ptrdiff_t)(lane);                                \
        UNIT *to = (UNIT *)(destination) + (lane);                                              \
        FROM from = (source) + (lane) * sizeof(UNIT);                                           \
        for (; left > (BATCH - 1) * step; left -= BATCH * step) {                               \
            ISHMEMI_COPY_##BATCH(LOAD, UNIT, to, from, step);                                   \
            to += BATCH * step;                                                                 \
            from += BATCH * (size_t)step * sizeof(UNIT);                                        \
        }                                                                                       \
        for (; left > 0; left -= step) {                                                        \
            *to = LOAD(UNIT, from, 0);                                                          \
            to += step;                                                                         \
            from += (size_t)step * sizeof(UNIT);                                                \
        }                                                                                       \
    } while (0)
#define ISHMEMI_COPY_PLAIN(UNIT, from, i) (((const UNIT *)(from))[i])
#define ISHMEMI_COPY_FRESH(UNIT, from, i) \
    ISHMEMI_ATOMIC_LOAD(uint64_t, (from) + (size_t)(i) * sizeof(UNIT), ISHMEMI_RELAXED)
/* For a few units. */
#define ISHMEMI_COPY_EACH(UNIT, destination, source, count, lane, lanes) \
    for (size_t unit = (lane); unit < (count); unit += (lanes)) {        \
        ((UNIT *)(destination))[unit] = ((const UNIT *)(source))[unit];  \
    }
#define ISHMEMI_COPY_UNITS(BATCH, UNIT, destination, source, count, lane, lanes)              \
    ISHMEMI_COPY_UNITS_BY(ISHMEMI_COPY_PLAIN, const char *, BATCH, UNIT, destination, source, \
                          count, lane, lanes)

/* The head brings destination to a multiple of the unit's size; source has UNIT's alignment then. */
#define ISHMEMI_COPY_FROM_HEAD(BATCH, UNIT, destination, source, bytes, lane, lanes)              \
    {                                                                                             \
        const size_t wanted = (0 - (size_t)(destination)) & (sizeof(UNIT) - 1);                   \
        const size_t head = wanted < (bytes) ? wanted : (bytes);                                  \
        const size_t units = ((bytes)-head) / sizeof(UNIT);                                       \
        const size_t tail = head + units * sizeof(UNIT);                                          \
        ISHMEMI_COPY_EACH(char, destination, source, head, lane, lanes)                           \
        ISHMEMI_COPY_UNITS(BATCH, UNIT, (destination) + head, (source) + head, units, lane,       \
                           lanes);                                                                \
        ISHMEMI_COPY_EACH(char, (destination) + tail, (source) + tail, (bytes)-tail, lane, lanes) \
    }

#define ISHMEMI_COPY_INTERLEAVED(BATCH, destination, source, bytes, lane, lanes)                   \
    do {                                                                                           \
        const size_t skew = (size_t)(destination) ^ (size_t)(source);                              \
        if ((skew & 15) == 0) {                                                                    \
            ISHMEMI_COPY_FROM_HEAD(BATCH, ishmemi_even_vector_t, destination, source, bytes, lane, \
                                   lanes)                                                          \
        } else if ((skew & 3) == 0) {                                                              \
            ISHMEMI_COPY_FROM_HEAD(BATCH, ishmemi_vector_t, destination, source, bytes, lane,      \
                                   lanes)                                                          \
        } else if ((((size_t)(destination) | (size_t)(source) | (bytes)) & 1) == 0) {              \
            ISHMEMI_COPY_UNITS(BATCH, ishmemi_bits16_t, destination, source, (bytes) / 2, lane,    \
                               lanes);                                                             \
        } else {                                                                                   \
            ISHMEMI_COPY_UNITS(BATCH, char, destination, source, bytes, lane, lanes);              \
        }                                                                                          \
    } while (0)

/* Whether all lanes take part in ishmemi_copy, and not only lane 0. */
ISHMEMI_INLINE int ishmemi_all_copy(ishmem_ctx_t ctx)
{
    return !(ctx->flags & ISHMEMI_STATE_CPU);
}

/* A get of so few words by a lane alone, or of one word a lane, is made of atomic loads, which pass by what a
 * GPU's first cache holds.  A larger one empties that cache first (ishmemi_see_anew), which takes as long as a
 * load from a peer. */
#define ISHMEMI_FRESH_WORDS 8

ISHMEMI_INLINE int ishmemi_is_fresh_copy(ishmem_ctx_t ctx, const char *destination, uint64_t source,
                                         size_t bytes, size_t lanes)
{
    return ishmemi_all_copy(ctx) &&
           (((size_t)destination | (size_t)source | bytes) & (sizeof(uint64_t) - 1)) == 0 &&
           bytes <= sizeof(uint64_t) * (lanes == 1 ? ISHMEMI_FRESH_WORDS : lanes);
}

ISHMEMI_BODY void ishmemi_copy_fresh_alone(char *destination, uint64_t source, size_t bytes)
{
    ISHMEMI_COPY_UNITS_BY(ISHMEMI_COPY_FRESH, uint64_t, 8, ishmemi_bits64_t, destination, source,
                          bytes / sizeof(uint64_t), (size_t)0, (size_t)1);
}

/* source: global memory. */
ISHMEMI_INLINE void ishmemi_copy_fresh(char *destination, uint64_t source, size_t bytes,
                                       size_t lane, size_t lanes)
{
    if (lanes == 1 && bytes > sizeof(uint64_t)) {
        ishmemi_copy_fresh_alone(destination, source, bytes);
    } else if (lane < bytes / sizeof(uint64_t)) {
        ((ishmemi_bits64_t *)destination)[lane] =
            ISHMEMI_COPY_FRESH(ishmemi_bits64_t, source, lane);
    }
}

/* Whether this lane takes part.  Call it before the barrier that precedes the copy, because the CPU
 * driver lets lanes that do nothing between two barriers pass the first one. */
ISHMEMI_INLINE int ishmemi_copies(ishmem_ctx_t ctx, size_t lane)
{
    return lane == 0 || ishmemi_all_copy(ctx);
}

/* Kernels with the loops inside have groups of fewer lanes, which have more registers for loads on their way. */
#ifdef ISHMEMI_LOOPS_INSIDE
#define ISHMEMI_COPY_BATCH 8
#else
#define ISHMEMI_COPY_BATCH 4
#endif

/* On a GPU: by all lanes, where everything is a multiple of 16 bytes, and where it is not; and by a lane alone.
 * The first has a function of its own, because each lane stores the registers that a function needs beside
 * those of its caller: for a group of 1024 lanes that takes as long as a message. */
ISHMEMI_LOOP void ishmemi_copy_even(char *destination, const char *source, size_t bytes,
                                    size_t lane, size_t lanes)
{
    ISHMEMI_COPY_UNITS(ISHMEMI_COPY_BATCH, ishmemi_even_vector_t, destination, source,
                       bytes / sizeof(ishmemi_even_vector_t), lane, lanes);
}

ISHMEMI_APART void ishmemi_copy_uneven(char *destination, const char *source, size_t bytes,
                                       size_t lane, size_t lanes)
{
    ISHMEMI_COPY_INTERLEAVED(4, destination, source, bytes, lane, lanes);
}

ISHMEMI_INLINE void ishmemi_copy_together(char *destination, const char *source, size_t bytes,
                                          size_t lane, size_t lanes)
{
    const size_t odd = ((size_t)destination | (size_t)source | bytes) & 15;
    if (odd == 0) {
        ishmemi_copy_even(destination, source, bytes, lane, lanes);
    } else {
        ishmemi_copy_uneven(destination, source, bytes, lane, lanes);
    }
}

ISHMEMI_APART void ishmemi_copy_alone(char *destination, const char *source, size_t bytes)
{
    ISHMEMI_COPY_INTERLEAVED(8, destination, source, bytes, (size_t)0, (size_t)1);
}

ISHMEMI_BODY void ishmemi_copy(ishmem_ctx_t ctx, char *destination, const char *source,
                               size_t bytes, size_t lane, size_t lanes)
{
    if (ishmemi_all_copy(ctx)) {
        ishmemi_copy_together(destination, source, bytes, lane, lanes);
    } else if (lane == 0) {
        ISHMEMI_COPY_BYTES(destination, source, bytes);
    }
}

#define ISHMEMI_AT(memory, offset) (*(ishmemi_even_vector_t *)((memory) + (offset)))
#define ISHMEMI_FROM(memory, offset) (*(const ishmemi_even_vector_t *)((memory) + (offset)))

typedef struct ishmemi_four_vectors {
    ishmemi_even_vector_t first;
    ishmemi_even_vector_t second;
    ishmemi_even_vector_t third;
    ishmemi_even_vector_t fourth;
} ishmemi_four_vectors_t;

ISHMEMI_INLINE ishmemi_four_vectors_t ishmemi_load_four(const char *source, size_t at, size_t step)
{
    ishmemi_four_vectors_t loaded;
    loaded.first = ISHMEMI_FROM(source, at);
    loaded.second = ISHMEMI_FROM(source, at + step);
    loaded.third = ISHMEMI_FROM(source, at + 2 * step);
    loaded.fourth = ISHMEMI_FROM(source, at + 3 * step);
    return loaded;
}

ISHMEMI_INLINE void ishmemi_store_four(char *destination, size_t at, size_t step,
                                       const ishmemi_four_vectors_t *values)
{
    ISHMEMI_AT(destination, at) = values->first;
    ISHMEMI_AT(destination, at + step) = values->second;
    ISHMEMI_AT(destination, at + 2 * step) = values->third;
    ISHMEMI_AT(destination, at + 3 * step) = values->fourth;
}

/* Two copies at the same time, from and to multiples of 16 bytes; `bytes` may be any number.  same, a constant: both
 * have one source, which is read once.  So many loads are on their way as in a batch of one copy. */
ISHMEMI_INLINE void ishmemi_copy_both(char *first, const char *first_source, char *second,
                                      const char *second_source, int same, size_t bytes,
                                      size_t lane, size_t lanes)
{
    const size_t unit = sizeof(ishmemi_even_vector_t);
    const size_t step = lanes * unit;
    const size_t whole = bytes & ~(unit - 1);
    size_t at = lane * unit;
    const size_t batch = same ? 8 : 4;
    for (; ISHMEMI_COPY_BATCH == 8 && at + (batch - 1) * step < whole; at += batch * step) {
        const ishmemi_four_vectors_t one = ishmemi_load_four(first_source, at, step);
        const ishmemi_four_vectors_t two =
            same ? ishmemi_load_four(first_source, at + 4 * step, step)
                 : ishmemi_load_four(second_source, at, step);
        ishmemi_store_four(first, at, step, &one);
        ishmemi_store_four(second, at, step, same ? &one : &two);
        if (same) {
            ishmemi_store_four(first, at + 4 * step, step, &two);
            ishmemi_store_four(second, at + 4 * step, step, &two);
        }
    }
    for (; same && at + 3 * step < whole; at += 4 * step) {
        const ishmemi_four_vectors_t one = ishmemi_load_four(first_source, at, step);
        ishmemi_store_four(first, at, step, &one);
        ishmemi_store_four(second, at, step, &one);
    }
    for (; !same && at + step < whole; at += 2 * step) {
        const ishmemi_even_vector_t one = ISHMEMI_FROM(first_source, at);
        const ishmemi_even_vector_t two = ISHMEMI_FROM(first_source, at + step);
        const ishmemi_even_vector_t three = ISHMEMI_FROM(second_source, at);
        const ishmemi_even_vector_t four = ISHMEMI_FROM(second_source, at + step);
        ISHMEMI_AT(first, at) = one;
        ISHMEMI_AT(first, at + step) = two;
        ISHMEMI_AT(second, at) = three;
        ISHMEMI_AT(second, at + step) = four;
    }
    for (; at < whole; at += step) {
        const ishmemi_even_vector_t one = ISHMEMI_FROM(first_source, at);
        const ishmemi_even_vector_t three = same ? one : ISHMEMI_FROM(second_source, at);
        ISHMEMI_AT(first, at) = one;
        ISHMEMI_AT(second, at) = three;
    }
    for (at = whole + lane; at < bytes; at += lanes) {
        const char one = first_source[at];
        const char three = second_source[at];
        first[at] = one;
        second[at] = three;
    }
}
#undef ISHMEMI_AT
#undef ISHMEMI_FROM

/* Two copies of as many bytes at the same time. */
ISHMEMI_LOOP void ishmemi_copy_two_even(char *first, const char *first_source, char *second,
                                        const char *second_source, size_t bytes, size_t lane,
                                        size_t lanes)
{
    if (first_source == second_source) {
        ishmemi_copy_both(first, first_source, second, second_source, 1, bytes, lane, lanes);
    } else {
        ishmemi_copy_both(first, first_source, second, second_source, 0, bytes, lane, lanes);
    }
}

ISHMEMI_LOOP void ishmemi_copy_two(ishmem_ctx_t ctx, char *first, const char *first_source,
                                   char *second, const char *second_source, size_t bytes,
                                   size_t lane, size_t lanes)
{
    const size_t odd =
        ((size_t)first | (size_t)first_source | (size_t)second | (size_t)second_source | bytes) &
        15;
    if (odd == 0 && ishmemi_all_copy(ctx)) {
        ishmemi_copy_two_even(first, first_source, second, second_source, bytes, lane, lanes);
    } else {
        ishmemi_copy(ctx, first, first_source, bytes, lane, lanes);
        ishmemi_copy(ctx, second, second_source, bytes, lane, lanes);
    }
}
#undef ISHMEMI_COPY_INTERLEAVED
#undef ISHMEMI_COPY_FROM_HEAD
#undef ISHMEMI_COPY_EACH
#undef ISHMEMI_COPY_UNITS
#undef ISHMEMI_COPY_UNITS_BY
#undef ISHMEMI_COPY_PLAIN
#undef ISHMEMI_COPY_FRESH

/* The same on a GPU where it should be quick.  A copy of one word a lane is made here: the call of a function makes
 * a GPU store registers, for which a signal after the copy would wait. */
ISHMEMI_INLINE void ishmemi_copy_quick_together(char *destination, const char *source, size_t bytes,
                                                size_t lane, size_t lanes)
{
    const size_t odd = ((size_t)destination | (size_t)source | bytes) & (sizeof(uint64_t) - 1);
    if (odd == 0 && bytes <= sizeof(uint64_t) * lanes) {
        if (lane < bytes / sizeof(uint64_t)) {
            ((ishmemi_bits64_t *)destination)[lane] = ((const ishmemi_bits64_t *)source)[lane];
        }
    } else if (lanes == 1) {
        ishmemi_copy_alone(destination, source, bytes);
    } else {
        ishmemi_copy_together(destination, source, bytes, lane, lanes);
    }
}

ISHMEMI_INLINE void ishmemi_copy_quick(ishmem_ctx_t ctx, char *destination, const char *source,
                                       size_t bytes, size_t lane, size_t lanes)
{
    if (ishmemi_all_copy(ctx)) {
        ishmemi_copy_quick_together(destination, source, bytes, lane, lanes);
    } else if (lane == 0) {
        ISHMEMI_COPY_BYTES(destination, source, bytes);
    }
}

/* ---- Blocks that are strides apart, all in bytes --------------------------------------------- */

/* From this size on, a block is large enough for each lane to copy a part of it. */
#define ISHMEMI_BYTES_TO_SHARE 64

#define ISHMEMI_COPY_STRIDED_UNITS(UNIT)                                      \
    for (size_t i = first; i < end; i += step) {                              \
        *(UNIT *)(destination + i * dst) = *(const UNIT *)(source + i * sst); \
    }

/* Lanes share each block if it is large.  Otherwise each lane copies blocks of its own; an aligned
 * element is one access. */
ISHMEMI_BODY void ishmemi_copy_strided(ishmem_ctx_t ctx, char *destination, const char *source,
                                       size_t dst, size_t sst, size_t block, size_t nblocks,
                                       size_t lane, size_t lanes)
{
    if (dst == block && sst == block) {
        ishmemi_copy(ctx, destination, source, block * nblocks, lane, lanes);
        return;
    }
    if (lanes > 1 && block / lanes >= ISHMEMI_BYTES_TO_SHARE) {
        for (size_t i = 0; i < nblocks; i++) {
            ishmemi_copy(ctx, destination + i * dst, source + i * sst, block, lane, lanes);
        }
        return;
    }
    size_t first = lane;
    size_t end = nblocks;
    size_t step = lanes;
    if (!ishmemi_all_copy(ctx)) {
        const size_t share = nblocks / lanes + 1;
        first = lane * share;
        end = first + share < nblocks ? first + share : nblocks;
        step = 1;
    }
    const size_t odd = (size_t)destination | (size_t)source | dst | sst;
    if (block == sizeof(char)) {
        ISHMEMI_COPY_STRIDED_UNITS(char)
    } else if (block == sizeof(ishmemi_bits16_t) && (odd & 1) == 0) {
        ISHMEMI_COPY_STRIDED_UNITS(ishmemi_bits16_t)
    } else if (block == sizeof(ishmemi_bits32_t) && (odd & 3) == 0) {
        ISHMEMI_COPY_STRIDED_UNITS(ishmemi_bits32_t)
    } else if (block == sizeof(ishmemi_bits64_t) && (odd & 7) == 0) {
        ISHMEMI_COPY_STRIDED_UNITS(ishmemi_bits64_t)
    } else if (block == sizeof(ishmemi_vector_t) && (odd & 3) == 0) {
        ISHMEMI_COPY_STRIDED_UNITS(ishmemi_vector_t)
    } else {
        for (size_t i = first; i < end; i += step) {
            ishmemi_copy(ctx, destination + i * dst, source + i * sst, block, 0, 1);
        }
    }
}
#undef ISHMEMI_COPY_STRIDED_UNITS

#endif
