/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Remote memory access: put and get by a group (which may be one work-item), p and g.
 */
#ifndef ISHMEM_DEVICE_RMA_H
#define ISHMEM_DEVICE_RMA_H

#include "copy.h"

/* The first barrier lets a lane read what another lane has written to source; the last one keeps
 * a lane from touching source or reading dest while another is still copying. */
ISHMEMI_INLINE void ishmemi_put(ishmem_ctx_t ctx, ishmemi_group_t group, void *dest,
                                const void *source, size_t bytes, int pe)
{
    const uint64_t remote = ishmemi_translate(ctx, ISHMEMI_ADDRESS(dest), pe);
    ishmemi_group_barrier(group);
    ishmemi_copy(ctx, (char *)(ISHMEMI_GLOBAL char *)remote, (const char *)source, bytes,
                 ishmemi_group_lane(group), ishmemi_group_lanes(group));
    ishmemi_group_barrier(group);
}

ISHMEMI_INLINE void ishmemi_get(ishmem_ctx_t ctx, ishmemi_group_t group, void *dest,
                                const void *source, size_t bytes, int pe)
{
    const uint64_t remote = ishmemi_translate(ctx, ISHMEMI_ADDRESS(source), pe);
    ishmemi_group_barrier(group);
    ishmemi_copy(ctx, (char *)dest, (const char *)(ISHMEMI_GLOBAL const char *)remote, bytes,
                 ishmemi_group_lane(group), ishmemi_group_lanes(group));
    ishmemi_group_barrier(group);
}

/* Volatile, so that each p is one store and each g reads memory anew; they order nothing.  Values
 * travel as bits: a device without fp64 can still move a double. */
#define ISHMEMI_STORE(TYPE, address, bits) \
    (*(volatile ISHMEMI_GLOBAL TYPE *)(address) = (TYPE)(bits))
#define ISHMEMI_LOAD(TYPE, address) (*(const volatile ISHMEMI_GLOBAL TYPE *)(address))

ISHMEMI_INLINE void ishmemi_p(ishmem_ctx_t ctx, void *dest, const void *value, size_t bytes, int pe)
{
    const uint64_t remote = ishmemi_translate(ctx, ISHMEMI_ADDRESS(dest), pe);
    uint64_t bits = 0;
    ISHMEMI_COPY_BYTES(&bits, value, bytes);
    switch (bytes) {
    case 1: ISHMEMI_STORE(uint8_t, remote, bits); break;
    case 2: ISHMEMI_STORE(ishmemi_bits16_t, remote, bits); break;
    case 4: ISHMEMI_STORE(ishmemi_bits32_t, remote, bits); break;
    default: ISHMEMI_STORE(ishmemi_bits64_t, remote, bits); break;
    }
}

ISHMEMI_INLINE void ishmemi_g(ishmem_ctx_t ctx, const void *source, void *value, size_t bytes,
                              int pe)
{
    const uint64_t remote = ishmemi_translate(ctx, ISHMEMI_ADDRESS(source), pe);
    uint64_t bits;
    switch (bytes) {
    case 1: bits = ISHMEMI_LOAD(uint8_t, remote); break;
    case 2: bits = ISHMEMI_LOAD(ishmemi_bits16_t, remote); break;
    case 4: bits = ISHMEMI_LOAD(ishmemi_bits32_t, remote); break;
    default: bits = ISHMEMI_LOAD(ishmemi_bits64_t, remote); break;
    }
    ISHMEMI_COPY_BYTES(value, &bits, bytes);
}
#undef ISHMEMI_STORE
#undef ISHMEMI_LOAD

#endif
