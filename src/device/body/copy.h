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

#define ISHMEMI_COPY_UNITS(UNIT, destination, source, count, lane, lanes) \
    for (size_t unit = (lane); unit < (count); unit += (lanes)) {         \
        ((UNIT *)(destination))[unit] = ((const UNIT *)(source))[unit];   \
    }

/* The head brings destination to a multiple of the unit's size; source has UNIT's alignment then. */
#define ISHMEMI_COPY_FROM_HEAD(UNIT, destination, source, bytes, lane, lanes)                      \
    {                                                                                              \
        const size_t wanted = (0 - (size_t)(destination)) & (sizeof(UNIT) - 1);                    \
        const size_t head = wanted < (bytes) ? wanted : (bytes);                                   \
        const size_t units = ((bytes)-head) / sizeof(UNIT);                                        \
        const size_t tail = head + units * sizeof(UNIT);                                           \
        ISHMEMI_COPY_UNITS(char, destination, source, head, lane, lanes)                           \
        ISHMEMI_COPY_UNITS(UNIT, (destination) + head, (source) + head, units, lane, lanes)        \
        ISHMEMI_COPY_UNITS(char, (destination) + tail, (source) + tail, (bytes)-tail, lane, lanes) \
    }

ISHMEMI_INLINE void ishmemi_copy_interleaved(char *destination, const char *source, size_t bytes,
                                             size_t lane, size_t lanes)
{
    const size_t skew = (size_t)destination ^ (size_t)source;
    if (bytes == sizeof(ishmemi_bits64_t) &&
        (((size_t)destination | (size_t)source) & (sizeof(ishmemi_bits64_t) - 1)) == 0) {
        ISHMEMI_COPY_UNITS(ishmemi_bits64_t, destination, source, 1, lane, lanes)
    } else if ((skew & 15) == 0) {
        ISHMEMI_COPY_FROM_HEAD(ishmemi_even_vector_t, destination, source, bytes, lane, lanes)
    } else if ((skew & 3) == 0) {
        ISHMEMI_COPY_FROM_HEAD(ishmemi_vector_t, destination, source, bytes, lane, lanes)
    } else if ((((size_t)destination | (size_t)source | bytes) & 1) == 0) {
        ISHMEMI_COPY_UNITS(ishmemi_bits16_t, destination, source, bytes / 2, lane, lanes)
    } else {
        ISHMEMI_COPY_UNITS(char, destination, source, bytes, lane, lanes)
    }
}
#undef ISHMEMI_COPY_FROM_HEAD
#undef ISHMEMI_COPY_UNITS

/* Whether all lanes take part in ishmemi_copy, and not only lane 0. */
ISHMEMI_INLINE int ishmemi_all_copy(ishmem_ctx_t ctx)
{
    return !(ctx->flags & ISHMEMI_STATE_CPU);
}

/* Whether this lane takes part.  Call it before the barrier that precedes the copy, because the CPU
 * driver lets lanes that do nothing between two barriers pass the first one. */
ISHMEMI_INLINE int ishmemi_copies(ishmem_ctx_t ctx, size_t lane)
{
    return lane == 0 || ishmemi_all_copy(ctx);
}

ISHMEMI_BODY void ishmemi_copy(ishmem_ctx_t ctx, char *destination, const char *source,
                               size_t bytes, size_t lane, size_t lanes)
{
    if (!ishmemi_all_copy(ctx)) {
        if (lane == 0) {
            ISHMEMI_COPY_BYTES(destination, source, bytes);
        }
    } else {
        ishmemi_copy_interleaved(destination, source, bytes, lane, lanes);
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
