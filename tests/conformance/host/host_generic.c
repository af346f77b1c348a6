/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The names without a type, in C: each selects the routine of its type, without and with a context.
 * Compiled with MISTAKE=n a line that must not compile is in it.
 */
#include "harness.h"
#include "ishmem.h"
#include <string.h>

static ishmem_ctx_t ctx;

#define RMA(NAME, TYPE, A)                                                                        \
    static void rma_##NAME(uint64_t *signal)                                                      \
    {                                                                                             \
        const int right = (test_me + 1) % test_n;                                                 \
        TYPE *const dest = ishmem_calloc(16, sizeof(TYPE));                                       \
        const TYPE source[4] = {(TYPE)1, (TYPE)2, (TYPE)3, (TYPE)4};                              \
        TYPE back[4] = {(TYPE)0, (TYPE)0, (TYPE)0, (TYPE)0};                                      \
        ishmem_put(dest, source, 2, right);                                                       \
        ishmem_put_nbi(ctx, dest + 2, source + 2, 2, right);                                      \
        ishmem_iput(dest + 4, source, 1, 2, 2, right);                                            \
        ishmemx_ibput(ctx, dest + 6, source, 2, 2, 1, 2, right);                                  \
        ishmem_p(dest + 9, source[3], right);                                                     \
        ishmem_p(ctx, dest + 10, source[2], right);                                               \
        ishmem_put_signal(dest + 11, source, 1, signal, 1, ISHMEM_SIGNAL_ADD, right);             \
        ishmem_put_signal_nbi(ctx, dest + 12, source, 1, signal, 1, ISHMEM_SIGNAL_ADD, right);    \
        ishmem_barrier_all();                                                                     \
        const TYPE expected[13] = {(TYPE)1, (TYPE)2, (TYPE)3, (TYPE)4, (TYPE)1, (TYPE)3, (TYPE)1, \
                                   (TYPE)0, (TYPE)3, (TYPE)4, (TYPE)3, (TYPE)1, (TYPE)1};         \
        for (int i = 0; i < 13; i++) {                                                            \
            const TYPE *const read_only = dest + i;                                               \
            test_check(ishmem_g(dest + i, test_me) == expected[i] &&                              \
                           ishmem_g(ctx, read_only, test_me) == expected[i],                      \
                       "%s: element %d", #NAME, i);                                               \
        }                                                                                         \
        ishmem_get(back, dest, 2, test_me);                                                       \
        ishmem_get_nbi(ctx, back + 2, dest + 2, 1, test_me);                                      \
        ishmem_iget(back + 3, dest + 3, 1, 1, 1, test_me);                                        \
        ishmemx_ibget(ctx, back + 3, dest + 3, 1, 1, 1, 1, test_me);                              \
        ishmem_quiet();                                                                           \
        for (int i = 0; i < 4; i++) {                                                             \
            test_check(back[i] == source[i], "%s: gets", #NAME);                                  \
        }                                                                                         \
        ishmem_barrier_all();                                                                     \
        ishmem_free(dest);                                                                        \
    }
ISHMEMI_HOST_RMA_TYPES(RMA, )

#define EXT(NAME, TYPE, A)                                                                        \
    static void ext_##NAME(void)                                                                  \
    {                                                                                             \
        TYPE *const dest = ishmem_calloc(1, sizeof(TYPE));                                        \
        const TYPE *const read_only = dest;                                                       \
        TYPE fetched = (TYPE)0;                                                                   \
        ishmem_atomic_set(dest, (TYPE)3, test_me);                                                \
        test_check(ishmem_atomic_swap(ctx, dest, (TYPE)4, test_me) == (TYPE)3, "%s swap", #NAME); \
        ishmem_atomic_swap_nbi(&fetched, dest, (TYPE)5, test_me);                                 \
        test_check(fetched == (TYPE)4 && ishmem_atomic_fetch(read_only, test_me) == (TYPE)5,      \
                   "%s swap_nbi", #NAME);                                                         \
        ishmem_atomic_add(ctx, dest, (TYPE)2, test_me);                                           \
        test_check(ishmem_atomic_fetch_add(dest, (TYPE)1, test_me) == (TYPE)7, "%s add", #NAME);  \
        ishmem_atomic_fetch_add_nbi(ctx, &fetched, dest, (TYPE)1, test_me);                       \
        test_check(fetched == (TYPE)8, "%s fetch_add_nbi", #NAME);                                \
        ishmem_atomic_fetch_nbi(&fetched, read_only, test_me);                                    \
        test_check(fetched == (TYPE)9, "%s fetch_nbi", #NAME);                                    \
        ishmem_free(dest);                                                                        \
    }
ISHMEMI_AMO_EXT_TYPES(EXT, )

#define STD(NAME, TYPE, A)                                                                    \
    static void std_##NAME(void)                                                              \
    {                                                                                         \
        TYPE *const dest = ishmem_calloc(2, sizeof(TYPE));                                    \
        TYPE fetched = (TYPE)0;                                                               \
        test_check(ishmem_atomic_compare_swap(dest, (TYPE)0, (TYPE)2, test_me) == (TYPE)0,    \
                   "%s compare_swap", #NAME);                                                 \
        ishmem_atomic_inc(ctx, dest, test_me);                                                \
        test_check(ishmem_atomic_fetch_inc(dest, test_me) == (TYPE)3, "%s fetch_inc", #NAME); \
        ishmem_atomic_fetch_inc_nbi(&fetched, dest, test_me);                                 \
        ishmem_atomic_compare_swap_nbi(ctx, &fetched, dest, (TYPE)5, (TYPE)4, test_me);       \
        test_check(fetched == (TYPE)5, "%s compare_swap_nbi", #NAME);                         \
        ishmem_free(dest);                                                                    \
    }
ISHMEMI_AMO_STD_TYPES(STD, )

#define WAITS(NAME, TYPE, A)                                                                      \
    static void waits_##NAME(void)                                                                \
    {                                                                                             \
        TYPE *const dest = ishmem_calloc(2, sizeof(TYPE));                                        \
        const TYPE values[2] = {(TYPE)4, (TYPE)0};                                                \
        size_t indices[2];                                                                        \
        ishmem_p(dest, (TYPE)4, test_me);                                                         \
        ishmem_wait_until(dest, ISHMEM_CMP_EQ, (TYPE)4);                                          \
        ishmem_wait_until_all(dest, 2, NULL, ISHMEM_CMP_NE, (TYPE)1);                             \
        ishmem_wait_until_all_vector(dest, 2, NULL, ISHMEM_CMP_EQ, values);                       \
        const size_t first = ishmem_wait_until_any(dest, 2, NULL, ISHMEM_CMP_EQ, (TYPE)4) +       \
                             ishmem_wait_until_any_vector(dest, 1, NULL, ISHMEM_CMP_EQ, values) + \
                             ishmem_test_any(dest, 2, NULL, ISHMEM_CMP_GT, (TYPE)3) +             \
                             ishmem_test_any_vector(dest, 1, NULL, ISHMEM_CMP_GE, values);        \
        const size_t count =                                                                      \
            ishmem_wait_until_some(dest, 2, indices, NULL, ISHMEM_CMP_EQ, (TYPE)4) +              \
            ishmem_wait_until_some_vector(dest, 2, indices, NULL, ISHMEM_CMP_EQ, values) +        \
            ishmem_test_some(dest, 2, indices, NULL, ISHMEM_CMP_EQ, (TYPE)4) +                    \
            ishmem_test_some_vector(dest, 2, indices, NULL, ISHMEM_CMP_EQ, values);               \
        test_check(first == 0 && count == 6, "%s any and some", #NAME);                           \
        test_check(ishmem_test(dest, ISHMEM_CMP_EQ, (TYPE)4) == 1 &&                              \
                       ishmem_test_all(dest, 2, NULL, ISHMEM_CMP_EQ, (TYPE)4) == 0 &&             \
                       ishmem_test_all_vector(dest, 2, NULL, ISHMEM_CMP_EQ, values) == 1,         \
                   "%s test", #NAME);                                                             \
        ishmem_free(dest);                                                                        \
    }
ISHMEMI_WAIT_TYPES(WAITS, )

#define BIT(NAME, TYPE, A)                                                                  \
    static void bit_##NAME(void)                                                            \
    {                                                                                       \
        TYPE *const dest = ishmem_calloc(1, sizeof(TYPE));                                  \
        TYPE fetched[3];                                                                    \
        ishmem_atomic_or(dest, (TYPE)12, test_me);                                          \
        ishmem_atomic_xor(ctx, dest, (TYPE)6, test_me);                                     \
        ishmem_atomic_and(dest, (TYPE)10, test_me);                                         \
        test_check(ishmem_atomic_fetch_or(dest, (TYPE)1, test_me) == (TYPE)10 &&            \
                       ishmem_atomic_fetch_xor(ctx, dest, (TYPE)1, test_me) == (TYPE)11 &&  \
                       ishmem_atomic_fetch_and(dest, (TYPE)2, test_me) == (TYPE)10,         \
                   "%s and, or, xor", #NAME);                                               \
        ishmem_atomic_fetch_or_nbi(fetched, dest, (TYPE)4, test_me);                        \
        ishmem_atomic_fetch_xor_nbi(ctx, fetched + 1, dest, (TYPE)7, test_me);              \
        ishmem_atomic_fetch_and_nbi(fetched + 2, dest, (TYPE)1, test_me);                   \
        test_check(fetched[0] == (TYPE)2 && fetched[1] == (TYPE)6 && fetched[2] == (TYPE)1, \
                   "%s nbi", #NAME);                                                        \
        ishmem_free(dest);                                                                  \
    }
ISHMEMI_AMO_BIT_TYPES(BIT, )

/* Reductions and scans of the host's own types, over the world: PE k gives k + 1. */
#define SUM(NAME, TYPE, A)                                                       \
    static TYPE read_##NAME(const TYPE *object)                                  \
    {                                                                            \
        TYPE value;                                                              \
        ishmem_getmem(&value, object, sizeof value, test_me);                    \
        return value;                                                            \
    }                                                                            \
    static void sum_##NAME(void)                                                 \
    {                                                                            \
        TYPE *const source = ishmem_calloc(2, sizeof(TYPE));                     \
        TYPE *const dest = source + 1;                                           \
        const TYPE given = (TYPE)(test_me + 1);                                  \
        ishmem_putmem(source, &given, sizeof given, test_me);                    \
        ishmem_quiet();                                                          \
        test_check(ishmem_sum_reduce(dest, source, 1) == 0 &&                    \
                       read_##NAME(dest) == (TYPE)(test_n * (test_n + 1) / 2),   \
                   "%s sum_reduce", #NAME);                                      \
        ishmem_barrier_all();                                                    \
        test_check(ishmem_sum_exscan(ISHMEM_TEAM_WORLD, dest, source, 1) == 0 && \
                       read_##NAME(dest) == (TYPE)(test_me * (test_me + 1) / 2), \
                   "%s sum_exscan", #NAME);                                      \
        ishmem_barrier_all();                                                    \
        ishmem_free(source);                                                     \
    }
ISHMEMI_LONG_TYPES(SUM, )
ISHMEMI_COMPLEX_TYPES(SUM, )

/* What must not compile. */
#if MISTAKE == 1
void mistake(double _Complex *array)
{
    ishmem_put(array, array, 1, 0);
}
#elif MISTAKE == 2
void mistake(void *array)
{
    ishmem_get(array, array, 1, 0);
}
#elif MISTAKE == 3
void mistake(short *object)
{
    ishmem_atomic_add(object, 1, 0);
}
#elif MISTAKE == 4
void mistake(int *array)
{
    ishmem_put(array, array, 1);
}
#elif MISTAKE == 5
void mistake(const int *array, int *source)
{
    ishmem_put(array, source, 1, 0);
}
#elif MISTAKE == 6
void mistake(double *object)
{
    ishmem_atomic_and(object, 1, 0);
}
#elif MISTAKE == 7
void mistake(float *object)
{
    ishmem_wait_until(object, ISHMEM_CMP_EQ, 1);
}
#elif MISTAKE == 8
void mistake(int *dest, const long *source)
{
    ishmem_put(dest, source, 1, 0);
}
#endif

#define CALL_RMA(NAME, TYPE, A) rma_##NAME(signal);
#define CALL_SUM(NAME, TYPE, A) sum_##NAME();
#define CALL_EXT(NAME, TYPE, A) ext_##NAME();
#define CALL_STD(NAME, TYPE, A) std_##NAME();
#define CALL_WAITS(NAME, TYPE, A) waits_##NAME();
#define CALL_BIT(NAME, TYPE, A) bit_##NAME();

int main(void)
{
    test_start();
    test_family("generic names");
    if (ishmem_ctx_create(0, &ctx) != 0) {
        test_fatal("no context");
    }
    uint64_t *const signal = ishmem_calloc(1, sizeof *signal);
    ISHMEMI_HOST_RMA_TYPES(CALL_RMA, )
    ISHMEMI_LONG_TYPES(CALL_SUM, )
    ISHMEMI_COMPLEX_TYPES(CALL_SUM, )
    ISHMEMI_AMO_EXT_TYPES(CALL_EXT, )
    ISHMEMI_AMO_STD_TYPES(CALL_STD, )
    ISHMEMI_WAIT_TYPES(CALL_WAITS, )
    ISHMEMI_AMO_BIT_TYPES(CALL_BIT, )
    ishmem_free(signal);
    return test_finish();
}
