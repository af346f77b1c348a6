/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Atomic memory operations on an object of 4 or 8 bytes at a global address.
 *
 * Those that return a value acquire: what is read afterwards is no older than that value.  Those
 * that return none are relaxed; a fence or quiet orders them.
 */
#ifndef ISHMEM_DEVICE_ATOMICS_H
#define ISHMEM_DEVICE_ATOMICS_H

#include "context.h"

/* Relaxed: what a poll reads. */
ISHMEMI_INLINE uint64_t ishmemi_atomic_peek(uint64_t address, size_t bytes)
{
    return bytes == 4 ? ISHMEMI_ATOMIC_LOAD(uint32_t, address, ISHMEMI_RELAXED)
                      : ISHMEMI_ATOMIC_LOAD(uint64_t, address, ISHMEMI_RELAXED);
}

ISHMEMI_INLINE uint64_t ishmemi_atomic_fetch(uint64_t address, size_t bytes)
{
    return bytes == 4 ? ISHMEMI_ATOMIC_LOAD(uint32_t, address, ISHMEMI_ACQUIRE)
                      : ISHMEMI_ATOMIC_LOAD(uint64_t, address, ISHMEMI_ACQUIRE);
}

ISHMEMI_INLINE void ishmemi_atomic_set(uint64_t address, size_t bytes, uint64_t value)
{
    if (bytes == 4) {
        ISHMEMI_ATOMIC_STORE(uint32_t, address, (uint32_t)value, ISHMEMI_RELAXED);
    } else {
        ISHMEMI_ATOMIC_STORE(uint64_t, address, value, ISHMEMI_RELAXED);
    }
}

ISHMEMI_INLINE uint64_t ishmemi_atomic_fetch_add(uint64_t address, size_t bytes, uint64_t value)
{
    return bytes == 4 ? ISHMEMI_ATOMIC_ADD(uint32_t, address, (uint32_t)value, ISHMEMI_ACQUIRE)
                      : ISHMEMI_ATOMIC_ADD(uint64_t, address, value, ISHMEMI_ACQUIRE);
}

ISHMEMI_INLINE void ishmemi_atomic_add(uint64_t address, size_t bytes, uint64_t value)
{
    if (bytes == 4) {
        ISHMEMI_ATOMIC_ADD(uint32_t, address, (uint32_t)value, ISHMEMI_RELAXED);
    } else {
        ISHMEMI_ATOMIC_ADD(uint64_t, address, value, ISHMEMI_RELAXED);
    }
}

ISHMEMI_INLINE uint64_t ishmemi_atomic_compare_swap(uint64_t address, size_t bytes, uint64_t cond,
                                                    uint64_t value)
{
    return bytes == 4 ? ISHMEMI_ATOMIC_COMPARE_SWAP(uint32_t, address, (uint32_t)cond,
                                                    (uint32_t)value, ISHMEMI_ACQUIRE)
                      : ISHMEMI_ATOMIC_COMPARE_SWAP(uint64_t, address, cond, value,
                                                    ISHMEMI_ACQUIRE);
}

#endif
