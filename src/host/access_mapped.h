/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Heap memory that the host can load and store: what the API's bodies do inline.
 *
 * Orders.  Stores, also AMOs that return nothing, are relaxed: ishmem_fence and ishmem_quiet order
 * them.  Loads and AMOs that return a value are complete when the routine returns, so that what the
 * PE does next comes after them: they are acquire.  Objects are naturally aligned; each access is
 * one access of the object's size.
 */
#ifndef ISHMEMI_ACCESS_MAPPED_H
#define ISHMEMI_ACCESS_MAPPED_H

#include "access.h"
#include <string.h>

/* An object may have any type of its size. */
typedef uint8_t __attribute__((may_alias)) ishmemi_word8_t;
typedef uint16_t __attribute__((may_alias)) ishmemi_word16_t;
typedef uint32_t __attribute__((may_alias)) ishmemi_word32_t;
typedef uint64_t __attribute__((may_alias)) ishmemi_word64_t;

static inline uint64_t ishmemi_mapped_load(const void *object, size_t bytes)
{
    switch (bytes) {
    case 1:
        return __atomic_load_n((const ishmemi_word8_t *)object, __ATOMIC_ACQUIRE);
    case 2:
        return __atomic_load_n((const ishmemi_word16_t *)object, __ATOMIC_ACQUIRE);
    case 4:
        return __atomic_load_n((const ishmemi_word32_t *)object, __ATOMIC_ACQUIRE);
    default:
        return __atomic_load_n((const ishmemi_word64_t *)object, __ATOMIC_ACQUIRE);
    }
}

static inline void ishmemi_mapped_store(void *object, size_t bytes, uint64_t value)
{
    switch (bytes) {
    case 1:
        __atomic_store_n((ishmemi_word8_t *)object, (uint8_t)value, __ATOMIC_RELAXED);
        break;
    case 2:
        __atomic_store_n((ishmemi_word16_t *)object, (uint16_t)value, __ATOMIC_RELAXED);
        break;
    case 4:
        __atomic_store_n((ishmemi_word32_t *)object, (uint32_t)value, __ATOMIC_RELAXED);
        break;
    default:
        __atomic_store_n((ishmemi_word64_t *)object, value, __ATOMIC_RELAXED);
        break;
    }
}

static inline uint64_t ishmemi_mapped_fetch_add(void *object, size_t bytes, uint64_t value)
{
    if (bytes == 4) {
        return __atomic_fetch_add((ishmemi_word32_t *)object, (uint32_t)value, __ATOMIC_ACQUIRE);
    }
    return __atomic_fetch_add((ishmemi_word64_t *)object, value, __ATOMIC_ACQUIRE);
}

static inline void ishmemi_mapped_add(void *object, size_t bytes, uint64_t value)
{
    if (bytes == 4) {
        __atomic_fetch_add((ishmemi_word32_t *)object, (uint32_t)value, __ATOMIC_RELAXED);
    } else {
        __atomic_fetch_add((ishmemi_word64_t *)object, value, __ATOMIC_RELAXED);
    }
}

static inline uint64_t ishmemi_mapped_compare_swap(void *object, size_t bytes, uint64_t value,
                                                   uint64_t cond)
{
    if (bytes == 4) {
        uint32_t before = (uint32_t)cond;
        __atomic_compare_exchange_n((ishmemi_word32_t *)object, &before, (uint32_t)value, false,
                                    __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE);
        return before;
    }
    uint64_t before = cond;
    __atomic_compare_exchange_n((ishmemi_word64_t *)object, &before, value, false,
                                __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE);
    return before;
}

/*
 * fence and quiet.  Whatever the host has stored before a release fence is visible, to whoever
 * loads a later store of this thread, before that later store:
 *   x86    stores of write-back memory leave a processor in program order, so that only the
 *          compiler has to be held back.  glibc's memcpy writes large blocks by non-temporal stores,
 *          which are not so ordered, and ends with an sfence, which does order them.
 *   arm64  dmb ish: mappings of one object in several processes of a host are in one inner
 *          shareable domain; memcpy's stnp is ordered by it as every store is.
 * A sequentially consistent fence (mfence or a locked instruction; dmb ish) also keeps later loads
 * behind earlier stores, which is all that completion means where an operation is a store.
 */
static inline void ishmemi_mapped_fence(void)
{
    __atomic_thread_fence(__ATOMIC_RELEASE);
}

static inline void ishmemi_mapped_quiet(void)
{
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

#endif
