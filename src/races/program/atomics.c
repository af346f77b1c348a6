/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The program's atomic operations, which -fsanitize=thread replaces with calls of these functions.
 * They run here with the strongest memory order.  They never count as racing accesses, and they
 * order what comes after them after what others did before theirs.
 */
#include "report.h"

#include <stdint.h>

#define LOAD(BITS, TYPE)                                              \
    TYPE __tsan_atomic##BITS##_load(const TYPE *object, int order);   \
    TYPE __tsan_atomic##BITS##_load(const TYPE *object, int order)    \
    {                                                                 \
        (void)order;                                                  \
        const TYPE value = __atomic_load_n(object, __ATOMIC_SEQ_CST); \
        report_atomic(object, false);                                 \
        return value;                                                 \
    }

#define STORE(BITS, TYPE)                                                  \
    void __tsan_atomic##BITS##_store(TYPE *object, TYPE value, int order); \
    void __tsan_atomic##BITS##_store(TYPE *object, TYPE value, int order)  \
    {                                                                      \
        (void)order;                                                       \
        report_atomic(object, true);                                       \
        __atomic_store_n(object, value, __ATOMIC_SEQ_CST);                 \
    }

#define CHANGE(BITS, TYPE, NAME, BUILTIN)                                   \
    TYPE __tsan_atomic##BITS##_##NAME(TYPE *object, TYPE value, int order); \
    TYPE __tsan_atomic##BITS##_##NAME(TYPE *object, TYPE value, int order)  \
    {                                                                       \
        (void)order;                                                        \
        report_atomic(object, true);                                        \
        const TYPE before = BUILTIN(object, value, __ATOMIC_SEQ_CST);       \
        report_atomic(object, false);                                       \
        return before;                                                      \
    }

#define EXCHANGE(BITS, TYPE, NAME)                                                                \
    int __tsan_atomic##BITS##_compare_exchange_##NAME(TYPE *object, TYPE *expected, TYPE desired, \
                                                      int order, int fail_order);                 \
    int __tsan_atomic##BITS##_compare_exchange_##NAME(TYPE *object, TYPE *expected, TYPE desired, \
                                                      int order, int fail_order)                  \
    {                                                                                             \
        (void)order;                                                                              \
        (void)fail_order;                                                                         \
        report_atomic(object, true);                                                              \
        const bool done = __atomic_compare_exchange_n(object, expected, desired, false,           \
                                                      __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);        \
        report_atomic(object, false);                                                             \
        return done;                                                                              \
    }

#define ATOMICS(BITS, TYPE)                             \
    LOAD(BITS, TYPE)                                    \
    STORE(BITS, TYPE)                                   \
    CHANGE(BITS, TYPE, exchange, __atomic_exchange_n)   \
    CHANGE(BITS, TYPE, fetch_add, __atomic_fetch_add)   \
    CHANGE(BITS, TYPE, fetch_sub, __atomic_fetch_sub)   \
    CHANGE(BITS, TYPE, fetch_and, __atomic_fetch_and)   \
    CHANGE(BITS, TYPE, fetch_or, __atomic_fetch_or)     \
    CHANGE(BITS, TYPE, fetch_xor, __atomic_fetch_xor)   \
    CHANGE(BITS, TYPE, fetch_nand, __atomic_fetch_nand) \
    EXCHANGE(BITS, TYPE, strong)                        \
    EXCHANGE(BITS, TYPE, weak)
ATOMICS(8, uint8_t)
ATOMICS(16, uint16_t)
ATOMICS(32, uint32_t)
ATOMICS(64, uint64_t)

void __tsan_atomic_thread_fence(int order);
void __tsan_atomic_thread_fence(int order)
{
    (void)order;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

void __tsan_atomic_signal_fence(int order);
void __tsan_atomic_signal_fence(int order)
{
    (void)order;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
}
