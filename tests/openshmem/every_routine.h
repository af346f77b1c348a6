/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Each routine with a type in its name, with values, for each of its types, with and without a context.
 * The file that includes this says how a routine is called:
 *
 *     CALL(NAME, ROUTINE)    the routine of the type
 *     WITH(NAME, ROUTINE)    the same with a context as an additional first argument
 *
 * by its own name (typed.c), by a generic name of C11 (generic.c), or by an overload of C++
 * (overloads.cpp).  Every PE writes to the next one, a place of the area for each call.
 */
#ifndef OPENSHMEM_EVERY_ROUTINE_H
#define OPENSHMEM_EVERY_ROUTINE_H

#include "harness.h"

#include <ishmem/type_lists.h>
#include <string.h>

enum { SLOTS = 24, SLOT = 16, COUNT = 4, PUTS = 14 };

static shmem_ctx_t context;
static void *area;
static uint64_t *signals;
static int next, previous;

/* A value that any type can hold. */
static inline int number(int pe, int call, int i)
{
    return (pe * 31 + call * 7 + i * 3) % 100 + 1;
}

/* Of any type, also a complex one. */
#ifdef __cplusplus
#define VALUE(TYPE, NUMBER) static_cast<TYPE>(static_cast<float>(NUMBER))
#else
#define VALUE(TYPE, NUMBER) ((TYPE)(NUMBER))
#endif

/* ---- Remote memory access and signals ----------------------------------------------------------- */

/* Calls 0 to 6 without a context, 7 to 13 with one. */
#define PUTS_OF(NAME, TYPE, VIA, LEAD, FIRST)                                                \
    VIA(NAME, put)(LEAD slots + (FIRST + 0) * SLOT, sources[FIRST + 0], COUNT, next);        \
    VIA(NAME, put_nbi)(LEAD slots + (FIRST + 1) * SLOT, sources[FIRST + 1], COUNT, next);    \
    VIA(NAME, iput)(LEAD slots + (FIRST + 2) * SLOT, sources[FIRST + 2], 2, 1, COUNT, next); \
    VIA(NAME, ibput)(LEAD slots + (FIRST + 3) * SLOT, sources[FIRST + 3], 4, 2, 2, 2, next); \
    VIA(NAME, p)(LEAD slots + (FIRST + 4) * SLOT, sources[FIRST + 4][0], next);              \
    VIA(NAME, put_signal)                                                                    \
    (LEAD slots + (FIRST + 5) * SLOT, sources[FIRST + 5], COUNT, &signals[FIRST + 5], 5,     \
     SHMEM_SIGNAL_SET, next);                                                                \
    VIA(NAME, put_signal_nbi)                                                                \
    (LEAD slots + (FIRST + 6) * SLOT, sources[FIRST + 6], COUNT, &signals[FIRST + 6], 6,     \
     SHMEM_SIGNAL_ADD, next);

/* What this PE has put there comes back. */
#define GETS_OF(NAME, TYPE, VIA, LEAD, FIRST)                                           \
    memset((void *)back, 0, sizeof back);                                               \
    VIA(NAME, get)(LEAD back[0], slots + (FIRST + 0) * SLOT, COUNT, next);              \
    VIA(NAME, get_nbi)(LEAD back[1], slots + (FIRST + 1) * SLOT, COUNT, next);          \
    VIA(NAME, iget)(LEAD back[2], slots + (FIRST + 2) * SLOT, 1, 2, COUNT, next);       \
    VIA(NAME, ibget)(LEAD back[3], slots + (FIRST + 3) * SLOT, 2, 4, 2, 2, next);       \
    back[4][0] = VIA(NAME, g)(LEAD slots + (FIRST + 4) * SLOT, next);                   \
    shmem_quiet();                                                                      \
    shmem_ctx_quiet(context);                                                           \
    for (int k = 0; k < 5; k++) {                                                       \
        for (int i = 0; i < (k == 4 ? 1 : COUNT); i++) {                                \
            test_check(back[k][i] == sources[FIRST + k][i], "a get", #NAME, FIRST + k); \
        }                                                                               \
    }

/* Where element i of call k is in its slot. */
static inline int place_of(int k, int i)
{
    const int routine = k % 7;
    return routine == 2 ? 2 * i : routine == 3 ? i / 2 * 4 + i % 2 : i;
}

#define RMA(NAME, TYPE, A)                                                                        \
    static void rma_##NAME(void)                                                                  \
    {                                                                                             \
        TYPE *const slots = (TYPE *)area;                                                         \
        TYPE sources[PUTS][COUNT];                                                                \
        TYPE back[5][COUNT];                                                                      \
        for (int k = 0; k < PUTS; k++) {                                                          \
            for (int i = 0; i < COUNT; i++) {                                                     \
                sources[k][i] = (TYPE)number(test_me, k, i);                                      \
            }                                                                                     \
        }                                                                                         \
        memset(area, 0, SLOTS *SLOT * sizeof(TYPE));                                              \
        memset(signals, 0, SLOTS * sizeof *signals);                                              \
        shmem_barrier_all();                                                                      \
        PUTS_OF(NAME, TYPE, CALL, WITHOUT_CONTEXT, 0)                                             \
        PUTS_OF(NAME, TYPE, WITH, LEADING_CONTEXT, 7)                                             \
        shmem_ctx_quiet(context);                                                                 \
        shmem_barrier_all();                                                                      \
        for (int k = 0; k < PUTS; k++) {                                                          \
            for (int i = 0; i < (k % 7 == 4 ? 1 : COUNT); i++) {                                  \
                test_check(slots[k * SLOT + place_of(k, i)] == (TYPE)number(previous, k, i),      \
                           "a put", #NAME, k);                                                    \
            }                                                                                     \
            test_check(signals[k] == (k % 7 >= 5 ? (uint64_t)(k % 7) : 0), "a signal", #NAME, k); \
        }                                                                                         \
        GETS_OF(NAME, TYPE, CALL, WITHOUT_CONTEXT, 0)                                             \
        GETS_OF(NAME, TYPE, WITH, LEADING_CONTEXT, 7)                                             \
        shmem_barrier_all();                                                                      \
    }
#define WITHOUT_CONTEXT
#define LEADING_CONTEXT context,
ISHMEMI_HOST_RMA_TYPES(RMA, )

/* ---- Atomic memory operations -------------------------------------------------------------------- */

#define EXPECT(NAME, VALUE, EXPECTED, PLACE) \
    test_check((VALUE) == (EXPECTED), "an AMO", #NAME, PLACE)
/* The _nbi form has stored what was there before. */
#define STORED(NAME, TYPE, EXPECTED, PLACE) \
    shmem_quiet();                          \
    shmem_ctx_quiet(context);               \
    EXPECT(NAME, fetched, (TYPE)EXPECTED, PLACE);

#define STD_OF(NAME, TYPE, VIA, LEAD)                                                           \
    VIA(NAME, atomic_set)(LEAD word, (TYPE)10, next);                                           \
    EXPECT(NAME, VIA(NAME, atomic_fetch_inc)(LEAD word, next), (TYPE)10, 0);                    \
    VIA(NAME, atomic_inc)(LEAD word, next);                                                     \
    EXPECT(NAME, VIA(NAME, atomic_fetch_add)(LEAD word, (TYPE)5, next), (TYPE)12, 1);           \
    VIA(NAME, atomic_add)(LEAD word, (TYPE)3, next);                                            \
    EXPECT(NAME, VIA(NAME, atomic_compare_swap)(LEAD word, (TYPE)20, (TYPE)50, next), (TYPE)20, \
           2);                                                                                  \
    EXPECT(NAME, VIA(NAME, atomic_compare_swap)(LEAD word, (TYPE)20, (TYPE)60, next), (TYPE)50, \
           3);                                                                                  \
    VIA(NAME, atomic_compare_swap_nbi)(LEAD & fetched, word, (TYPE)50, (TYPE)70, next);         \
    STORED(NAME, TYPE, 50, 4)                                                                   \
    VIA(NAME, atomic_fetch_inc_nbi)(LEAD & fetched, word, next);                                \
    STORED(NAME, TYPE, 70, 5)                                                                   \
    VIA(NAME, atomic_fetch_add_nbi)(LEAD & fetched, word, (TYPE)9, next);                       \
    STORED(NAME, TYPE, 71, 6)                                                                   \
    EXPECT(NAME, VIA(NAME, atomic_fetch)(LEAD word, next), (TYPE)80, 7);
#define EXT_OF(NAME, TYPE, VIA, LEAD)                                             \
    VIA(NAME, atomic_set)(LEAD word, (TYPE)33, next);                             \
    EXPECT(NAME, VIA(NAME, atomic_swap)(LEAD word, (TYPE)44, next), (TYPE)33, 8); \
    VIA(NAME, atomic_swap_nbi)(LEAD & fetched, word, (TYPE)55, next);             \
    STORED(NAME, TYPE, 44, 9)                                                     \
    VIA(NAME, atomic_fetch_nbi)(LEAD & fetched, word, next);                      \
    STORED(NAME, TYPE, 55, 10)                                                    \
    EXPECT(NAME, VIA(NAME, atomic_fetch)(LEAD word, next), (TYPE)55, 11);
#define BIT_OF(NAME, TYPE, VIA, LEAD)                                                       \
    VIA(NAME, atomic_set)(LEAD word, (TYPE)0x0f, next);                                     \
    EXPECT(NAME, VIA(NAME, atomic_fetch_and)(LEAD word, (TYPE)0x3c, next), (TYPE)0x0f, 12); \
    EXPECT(NAME, VIA(NAME, atomic_fetch_or)(LEAD word, (TYPE)0x30, next), (TYPE)0x0c, 13);  \
    EXPECT(NAME, VIA(NAME, atomic_fetch_xor)(LEAD word, (TYPE)0x3f, next), (TYPE)0x3c, 14); \
    VIA(NAME, atomic_or)(LEAD word, (TYPE)0x70, next);                                      \
    VIA(NAME, atomic_and)(LEAD word, (TYPE)0x51, next);                                     \
    VIA(NAME, atomic_xor)(LEAD word, (TYPE)0x01, next);                                     \
    VIA(NAME, atomic_fetch_or_nbi)(LEAD & fetched, word, (TYPE)0x06, next);                 \
    STORED(NAME, TYPE, 0x50, 15)                                                            \
    VIA(NAME, atomic_fetch_and_nbi)(LEAD & fetched, word, (TYPE)0x14, next);                \
    STORED(NAME, TYPE, 0x56, 16)                                                            \
    VIA(NAME, atomic_fetch_xor_nbi)(LEAD & fetched, word, (TYPE)0x11, next);                \
    STORED(NAME, TYPE, 0x14, 17)                                                            \
    EXPECT(NAME, VIA(NAME, atomic_fetch)(LEAD word, next), (TYPE)0x05, 18);
#define AMO(FAMILY, NAME, TYPE)                   \
    static void FAMILY##_##NAME(void)             \
    {                                             \
        TYPE *const word = (TYPE *)area;          \
        TYPE fetched;                             \
        FAMILY(NAME, TYPE, CALL, WITHOUT_CONTEXT) \
        FAMILY(NAME, TYPE, WITH, LEADING_CONTEXT) \
        shmem_barrier_all();                      \
    }
#define AMO_STD(NAME, TYPE, A) AMO(STD_OF, NAME, TYPE)
#define AMO_EXT(NAME, TYPE, A) AMO(EXT_OF, NAME, TYPE)
#define AMO_BIT(NAME, TYPE, A) AMO(BIT_OF, NAME, TYPE)
ISHMEMI_AMO_STD_TYPES(AMO_STD, )
ISHMEMI_AMO_EXT_TYPES(AMO_EXT, )
ISHMEMI_AMO_BIT_TYPES(AMO_BIT, )

/* ---- Waits and tests -------------------------------------------------------------------------------- */

/* Word i becomes i + 1, by the previous PE. */
#define WAIT(NAME, TYPE, A)                                                                        \
    static void wait_##NAME(void)                                                                  \
    {                                                                                              \
        TYPE *const words = (TYPE *)area;                                                          \
        TYPE each[COUNT];                                                                          \
        size_t indices[COUNT];                                                                     \
        const int status[COUNT] = {0, 1, 1, 0};                                                    \
        memset(area, 0, SLOT * sizeof(TYPE));                                                      \
        shmem_barrier_all();                                                                       \
        test_check(CALL(NAME, test)(words, SHMEM_CMP_EQ, 0) == 1, "test", #NAME, 0);               \
        test_check(CALL(NAME, test_any)(words, COUNT, NULL, SHMEM_CMP_GT, 9) == SIZE_MAX,          \
                   "test_any", #NAME, 0);                                                          \
        test_check(CALL(NAME, test_some)(words, COUNT, indices, NULL, SHMEM_CMP_GT, 9) == 0,       \
                   "test_some", #NAME, 0);                                                         \
        shmem_barrier_all();                                                                       \
        for (int i = 0; i < COUNT; i++) {                                                          \
            each[i] = (TYPE)(i + 1);                                                               \
            CALL(NAME, p)(&words[i], (TYPE)(i + 1), next);                                         \
        }                                                                                          \
        CALL(NAME, wait_until)(words, SHMEM_CMP_EQ, 1);                                            \
        CALL(NAME, wait_until_all)(words, COUNT, NULL, SHMEM_CMP_GT, 0);                           \
        CALL(NAME, wait_until_all_vector)(words, COUNT, NULL, SHMEM_CMP_EQ, each);                 \
        test_check(CALL(NAME, wait_until_any)(words, COUNT, NULL, SHMEM_CMP_GE, 4) == 3,           \
                   "wait_until_any", #NAME, 0);                                                    \
        test_check(CALL(NAME, wait_until_some)(words, COUNT, indices, status, SHMEM_CMP_LT, 9) ==  \
                       2,                                                                          \
                   "wait_until_some", #NAME, 0);                                                   \
        test_check(indices[0] + indices[1] == 3, "wait_until_some's indices", #NAME, 0);           \
        each[0] = each[1] = each[2] = (TYPE)9;                                                     \
        test_check(CALL(NAME, wait_until_any_vector)(words, COUNT, NULL, SHMEM_CMP_EQ, each) == 3, \
                   "wait_until_any_vector", #NAME, 0);                                             \
        test_check(CALL(NAME, wait_until_some_vector)(words, COUNT, indices, NULL, SHMEM_CMP_NE,   \
                                                      each) == 3,                                  \
                   "wait_until_some_vector", #NAME, 0);                                            \
        test_check(CALL(NAME, test_all)(words, COUNT, NULL, SHMEM_CMP_LE, 4) == 1, "test_all",     \
                   #NAME, 0);                                                                      \
        test_check(CALL(NAME, test_all_vector)(words, COUNT, NULL, SHMEM_CMP_LE, each) == 1,       \
                   "test_all_vector", #NAME, 0);                                                   \
        test_check(CALL(NAME, test_any)(words, COUNT, NULL, SHMEM_CMP_EQ, 2) == 1, "test_any",     \
                   #NAME, 1);                                                                      \
        test_check(CALL(NAME, test_any_vector)(words, COUNT, NULL, SHMEM_CMP_EQ, each) == 3,       \
                   "test_any_vector", #NAME, 0);                                                   \
        test_check(CALL(NAME, test_some)(words, COUNT, indices, NULL, SHMEM_CMP_GT, 2) == 2,       \
                   "test_some", #NAME, 1);                                                         \
        test_check(                                                                                \
            CALL(NAME, test_some_vector)(words, COUNT, indices, NULL, SHMEM_CMP_LT, each) == 3,    \
            "test_some_vector", #NAME, 0);                                                         \
        shmem_barrier_all();                                                                       \
    }
ISHMEMI_WAIT_TYPES(WAIT, )

/* ---- Collectives of teams ----------------------------------------------------------------------------- */

/* source and dest in one area, with place for two elements of each of 16 PEs. */
#define MOVE(NAME, TYPE, A)                                                                       \
    static void move_##NAME(void)                                                                 \
    {                                                                                             \
        TYPE *const source = (TYPE *)area;                                                        \
        TYPE *const dest = source + 8 * SLOT;                                                     \
        const shmem_team_t world = SHMEM_TEAM_WORLD;                                              \
        for (int i = 0; i < 4 * test_n; i++) {                                                    \
            source[i] = (TYPE)number(test_me, 0, i);                                              \
        }                                                                                         \
        shmem_barrier_all();                                                                      \
        CALL(NAME, broadcast)(world, dest, source, 3, test_n - 1);                                \
        for (int i = 0; i < 3; i++) {                                                             \
            test_check(dest[i] == (TYPE)number(test_n - 1, 0, i), "broadcast", #NAME, i);         \
        }                                                                                         \
        shmem_barrier_all();                                                                      \
        CALL(NAME, fcollect)(world, dest, source, 2);                                             \
        for (int i = 0; i < 2 * test_n; i++) {                                                    \
            test_check(dest[i] == (TYPE)number(i / 2, 0, i % 2), "fcollect", #NAME, i);           \
        }                                                                                         \
        shmem_barrier_all();                                                                      \
        CALL(NAME, collect)(world, dest, source, test_me == 0 ? 2 : 1);                           \
        for (int i = 0; i <= test_n; i++) {                                                       \
            test_check(dest[i] == (i < 2 ? (TYPE)number(0, 0, i) : (TYPE)number(i - 1, 0, 0)),    \
                       "collect", #NAME, i);                                                      \
        }                                                                                         \
        shmem_barrier_all();                                                                      \
        CALL(NAME, alltoall)(world, dest, source, 2);                                             \
        for (int i = 0; i < 2 * test_n; i++) {                                                    \
            test_check(dest[i] == (TYPE)number(i / 2, 0, 2 * test_me + i % 2), "alltoall", #NAME, \
                       i);                                                                        \
        }                                                                                         \
        shmem_barrier_all();                                                                      \
        CALL(NAME, alltoalls)(world, dest, source, 1, 2, 2);                                      \
        for (int i = 0; i < 2 * test_n; i++) {                                                    \
            test_check(dest[i] == (TYPE)number(i / 2, 0, 4 * test_me + 2 * (i % 2)), "alltoalls", \
                       #NAME, i);                                                                 \
        }                                                                                         \
        shmem_barrier_all();                                                                      \
    }
ISHMEMI_HOST_RMA_TYPES(MOVE, )

/* One reduction of the elements k + 1 and 3 of PE k. */
#define REDUCE(NAME, TYPE, ROUTINE, FIRST, SECOND)                                  \
    shmem_barrier_all();                                                            \
    test_check(CALL(NAME, ROUTINE)(SHMEM_TEAM_WORLD, dest, source, 2) == 0 &&       \
                   dest[0] == VALUE(TYPE, FIRST) && dest[1] == VALUE(TYPE, SECOND), \
               #ROUTINE, #NAME, 0);
#define REDUCTION(FAMILY, NAME, TYPE)         \
    static void FAMILY##_##NAME(void)         \
    {                                         \
        TYPE *const source = (TYPE *)area;    \
        TYPE *const dest = source + SLOT;     \
        const int n = test_n;                 \
        source[0] = VALUE(TYPE, test_me + 1); \
        source[1] = VALUE(TYPE, 3);           \
        FAMILY(NAME, TYPE)                    \
        shmem_barrier_all();                  \
    }
static inline int or_of(int n)
{
    int bits = 0;
    for (int i = 1; i <= n; i++) {
        bits |= i;
    }
    return bits;
}
static inline int xor_of(int n)
{
    int bits = 0;
    for (int i = 1; i <= n; i++) {
        bits ^= i;
    }
    return bits;
}
static inline int product_of(int n)
{
    return n < 2 ? 1 : n * product_of(n - 1);
}
static inline int power_of_3(int n)
{
    return n == 0 ? 1 : 3 * power_of_3(n - 1);
}
#define BITS(NAME, TYPE)                             \
    REDUCE(NAME, TYPE, and_reduce, n > 1 ? 0 : 1, 3) \
    REDUCE(NAME, TYPE, or_reduce, or_of(n), 3)       \
    REDUCE(NAME, TYPE, xor_reduce, xor_of(n), n % 2 == 0 ? 0 : 3)
#define EXTREMA(NAME, TYPE)              \
    REDUCE(NAME, TYPE, max_reduce, n, 3) \
    REDUCE(NAME, TYPE, min_reduce, 1, 3)
#define SUMS(NAME, TYPE)                                                                 \
    REDUCE(NAME, TYPE, sum_reduce, n *(n + 1) / 2, 3 * n)                                \
    REDUCE(NAME, TYPE, prod_reduce, product_of(n), power_of_3(n))                        \
    REDUCE(NAME, TYPE, sum_inscan, (test_me + 1) * (test_me + 2) / 2, 3 * (test_me + 1)) \
    REDUCE(NAME, TYPE, sum_exscan, test_me *(test_me + 1) / 2, 3 * test_me)
#define REDUCTION_BITS(NAME, TYPE, A) REDUCTION(BITS, NAME, TYPE)
#define REDUCTION_EXTREMA(NAME, TYPE, A) REDUCTION(EXTREMA, NAME, TYPE)
#define REDUCTION_SUMS(NAME, TYPE, A) REDUCTION(SUMS, NAME, TYPE)
ISHMEMI_REDUCE_STD_BIT_TYPES(REDUCTION_BITS, )
ISHMEMI_HOST_RMA_TYPES(REDUCTION_EXTREMA, )
ISHMEMI_HOST_SUM_TYPES(REDUCTION_SUMS, )

/* ---- All of them --------------------------------------------------------------------------------------- */

#define RUN(NAME, TYPE, FAMILY) FAMILY##_##NAME();

/* Up to 5 PEs, so that products fit every type. */
static int test_every_routine(const char *program)
{
    test_begin();
    next = (test_me + 1) % test_n;
    previous = (test_me + test_n - 1) % test_n;
    area = shmem_calloc(SLOTS * SLOT, 16);
    signals = (uint64_t *)shmem_calloc(SLOTS, sizeof *signals);
    test_check(shmem_ctx_create(0, &context) == 0, "shmem_ctx_create", "contexts", 0);
    ISHMEMI_HOST_RMA_TYPES(RUN, rma)
    ISHMEMI_AMO_STD_TYPES(RUN, STD_OF)
    ISHMEMI_AMO_EXT_TYPES(RUN, EXT_OF)
    ISHMEMI_AMO_BIT_TYPES(RUN, BIT_OF)
    ISHMEMI_WAIT_TYPES(RUN, wait)
    ISHMEMI_HOST_RMA_TYPES(RUN, move)
    ISHMEMI_REDUCE_STD_BIT_TYPES(RUN, BITS)
    ISHMEMI_HOST_RMA_TYPES(RUN, EXTREMA)
    ISHMEMI_HOST_SUM_TYPES(RUN, SUMS)
    shmem_ctx_destroy(context);
    shmem_free(signals);
    shmem_free(area);
    return test_end(program);
}

#endif
