/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Operations on heap memory that the host can load and store, which the API's bodies do inline.
 *
 * Orders.  Stores, and AMOs that return nothing, are relaxed: ishmem_fence and ishmem_quiet order
 * them.  Loads and AMOs that return a value are complete when the routine returns, so what the PE
 * does next must come after them: they are acquire.  Objects are naturally aligned; each access is
 * one access of the object's size.
 */
#ifndef ISHMEMI_MAPPED_H
#define ISHMEMI_MAPPED_H

#include "state.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* ThreadSanitizer does not understand fences: with it each store releases. */
#if defined(__SANITIZE_THREAD__)
#define ISHMEMI_MAPPED_STORE_ORDER __ATOMIC_RELEASE
#else
#define ISHMEMI_MAPPED_STORE_ORDER __ATOMIC_RELAXED
#endif

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
        __atomic_store_n((ishmemi_word8_t *)object, (uint8_t)value, ISHMEMI_MAPPED_STORE_ORDER);
        break;
    case 2:
        __atomic_store_n((ishmemi_word16_t *)object, (uint16_t)value, ISHMEMI_MAPPED_STORE_ORDER);
        break;
    case 4:
        __atomic_store_n((ishmemi_word32_t *)object, (uint32_t)value, ISHMEMI_MAPPED_STORE_ORDER);
        break;
    default:
        __atomic_store_n((ishmemi_word64_t *)object, value, ISHMEMI_MAPPED_STORE_ORDER);
        break;
    }
}

/* Adds floating-point numbers: the bits of the sum replace the previous bits, which are
 * returned. */
#define ISHMEMI_MAPPED_ADD_FLOAT(BITS, FLOAT)                                               \
    static inline uint##BITS##_t ishmemi_mapped_add_##FLOAT(ishmemi_word##BITS##_t *object, \
                                                            uint##BITS##_t added)           \
    {                                                                                       \
        uint##BITS##_t before = __atomic_load_n(object, __ATOMIC_RELAXED);                  \
        FLOAT number;                                                                       \
        memcpy(&number, &added, sizeof number);                                             \
        for (;;) {                                                                          \
            FLOAT sum;                                                                      \
            uint##BITS##_t bits;                                                            \
            memcpy(&sum, &before, sizeof sum);                                              \
            sum += number;                                                                  \
            memcpy(&bits, &sum, sizeof bits);                                               \
            if (__atomic_compare_exchange_n(object, &before, bits, true, __ATOMIC_ACQUIRE,  \
                                            __ATOMIC_RELAXED)) {                            \
                return before;                                                              \
            }                                                                               \
        }                                                                                   \
    }
ISHMEMI_MAPPED_ADD_FLOAT(32, float)
ISHMEMI_MAPPED_ADD_FLOAT(64, double)
#undef ISHMEMI_MAPPED_ADD_FLOAT

/* returns: whether the caller wants the previous value, which is then the result.  If op and
 * returns are constants, the compiler keeps one case. */
#define ISHMEMI_MAPPED_AMO(BITS, FLOAT)                                                       \
    static inline __attribute__((always_inline)) uint64_t ishmemi_mapped_amo##BITS(           \
        ishmemi_amo_t op, bool returns, ishmemi_word##BITS##_t *object, uint##BITS##_t value, \
        uint##BITS##_t cond)                                                                  \
    {                                                                                         \
        switch (op) {                                                                         \
        case ISHMEMI_AMO_FETCH:                                                               \
            return __atomic_load_n(object, __ATOMIC_ACQUIRE);                                 \
        case ISHMEMI_AMO_SET:                                                                 \
            __atomic_store_n(object, value, ISHMEMI_MAPPED_STORE_ORDER);                      \
            return 0;                                                                         \
        case ISHMEMI_AMO_ADD:                                                                 \
            return returns ? __atomic_fetch_add(object, value, __ATOMIC_ACQUIRE)              \
                           : __atomic_fetch_add(object, value, ISHMEMI_MAPPED_STORE_ORDER);   \
        case ISHMEMI_AMO_AND:                                                                 \
            return returns ? __atomic_fetch_and(object, value, __ATOMIC_ACQUIRE)              \
                           : __atomic_fetch_and(object, value, ISHMEMI_MAPPED_STORE_ORDER);   \
        case ISHMEMI_AMO_OR:                                                                  \
            return returns ? __atomic_fetch_or(object, value, __ATOMIC_ACQUIRE)               \
                           : __atomic_fetch_or(object, value, ISHMEMI_MAPPED_STORE_ORDER);    \
        case ISHMEMI_AMO_XOR:                                                                 \
            return returns ? __atomic_fetch_xor(object, value, __ATOMIC_ACQUIRE)              \
                           : __atomic_fetch_xor(object, value, ISHMEMI_MAPPED_STORE_ORDER);   \
        case ISHMEMI_AMO_SWAP:                                                                \
            return __atomic_exchange_n(object, value, __ATOMIC_ACQUIRE);                      \
        case ISHMEMI_AMO_ADD_FLOAT:                                                           \
            return ishmemi_mapped_add_##FLOAT(object, value);                                 \
        case ISHMEMI_AMO_COMPARE_SWAP:                                                        \
            break;                                                                            \
        }                                                                                     \
        __atomic_compare_exchange_n(object, &cond, value, false, __ATOMIC_ACQUIRE,            \
                                    __ATOMIC_ACQUIRE);                                        \
        return cond;                                                                          \
    }
ISHMEMI_MAPPED_AMO(32, float)
ISHMEMI_MAPPED_AMO(64, double)
#undef ISHMEMI_MAPPED_AMO

static inline __attribute__((always_inline)) uint64_t
ishmemi_mapped_amo(ishmemi_amo_t op, bool returns, size_t bytes, void *object, uint64_t value,
                   uint64_t cond)
{
    return bytes == 4 ? ishmemi_mapped_amo32(op, returns, object, (uint32_t)value, (uint32_t)cond)
                      : ishmemi_mapped_amo64(op, returns, object, value, cond);
}

/*
 * fence and quiet.  A thread that loads a later store of this thread also sees whatever this thread
 * stored before its release fence:
 *   x86    stores of write-back memory leave a processor in program order, so that only the
 *          compiler has to be held back.  glibc's memcpy writes large blocks by non-temporal stores,
 *          which are not so ordered, and ends with an sfence, which does order them.
 *   arm64  dmb ish: mappings of one object in several processes of a host are in one inner
 *          shareable domain; dmb ish orders memcpy's stnp as it orders every store.
 * A sequentially consistent fence (mfence or a locked instruction; dmb ish) also keeps later loads
 * after earlier stores, and completion means no more than this where an operation is a store.
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
