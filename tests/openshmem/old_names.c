/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Names that newer versions of OpenSHMEM have replaced or removed, with values, by their own names and, where
 * OpenSHMEM had them, by generic ones.
 */
#include "harness.h"

#include <mpp/shmem.h>
#include <mpp/shmemx.h>
#include <shmemx.h>
#include <string.h>

static int next, previous;

#define EXPECT(NAME, VALUE, EXPECTED) test_check((VALUE) == (EXPECTED), #VALUE, #NAME, 0)

/* ---- Atomic memory operations: every PE on a word of the next one --------------------------------------- */

#define AMOS(NAME, TYPE)                                             \
    static void try_amos_##NAME(void)                                \
    {                                                                \
        static TYPE word;                                            \
        shmem_##NAME##_set(&word, 5, next);                          \
        EXPECT(NAME, shmem_##NAME##_finc(&word, next), 5);           \
        shmem_##NAME##_inc(&word, next);                             \
        EXPECT(NAME, shmem_##NAME##_fadd(&word, 10, next), 7);       \
        shmem_##NAME##_add(&word, 3, next);                          \
        EXPECT(NAME, shmem_##NAME##_cswap(&word, 20, 40, next), 20); \
        EXPECT(NAME, shmem_##NAME##_cswap(&word, 20, 50, next), 40); \
        EXPECT(NAME, shmem_finc(&word, next), 40);                   \
        shmem_inc(&word, next);                                      \
        EXPECT(NAME, shmem_fadd(&word, 1, next), 42);                \
        shmem_add(&word, 1, next);                                   \
        EXPECT(NAME, shmem_cswap(&word, 44, 45, next), 44);          \
        EXPECT(NAME, shmem_##NAME##_fetch(&word, next), 45);         \
        shmem_barrier_all();                                         \
        EXPECT(NAME, word, 45);                                      \
        shmem_barrier_all();                                         \
    }
#define NUMBERS(NAME, TYPE)                                           \
    static void try_numbers_##NAME(void)                              \
    {                                                                 \
        static TYPE word;                                             \
        shmem_##NAME##_set(&word, (TYPE)2.5, next);                   \
        EXPECT(NAME, shmem_##NAME##_swap(&word, 7, next), (TYPE)2.5); \
        EXPECT(NAME, shmem_##NAME##_fetch(&word, next), 7);           \
        shmem_set(&word, 9, next);                                    \
        EXPECT(NAME, shmem_swap(&word, 11, next), 9);                 \
        EXPECT(NAME, shmem_fetch(&word, next), 11);                   \
        shmem_barrier_all();                                          \
    }
AMOS(int, int)
AMOS(long, long)
AMOS(longlong, long long)
NUMBERS(int, int)
NUMBERS(long, long)
NUMBERS(longlong, long long)
NUMBERS(float, float)
NUMBERS(double, double)

/* ---- Waits for a change: by the previous PE ------------------------------------------------------------ */

#define WAIT(NAME, TYPE, ROUTINE)      \
    static void try_wait_##NAME(void)  \
    {                                  \
        static TYPE word = 3;          \
        shmem_barrier_all();           \
        shmem_p(&word, (TYPE)4, next); \
        ROUTINE(&word, 3);             \
        EXPECT(NAME, word, 4);         \
    }
WAIT(plain, long, shmem_wait)
WAIT(short, short, shmem_short_wait)
WAIT(int, int, shmem_int_wait)
WAIT(long, long, shmem_long_wait)
WAIT(longlong, long long, shmem_longlong_wait)

/* For the six comparisons: of -2, which is 65534 without a sign, with 5. */
#define SHORTS(NAME, TYPE, IS_LESS)                                              \
    static void try_##NAME(void)                                                 \
    {                                                                            \
        static TYPE word;                                                        \
        shmem_barrier_all();                                                     \
        shmem_##NAME##_p(&word, (TYPE)-2, next);                                 \
        shmem_##NAME##_wait_until(&word, SHMEM_CMP_EQ, (TYPE)-2);                \
        shmem_wait_until(&word, SHMEM_CMP_NE, (TYPE)0);                          \
        shmem_wait_until(&word, IS_LESS ? SHMEM_CMP_LT : SHMEM_CMP_GT, (TYPE)5); \
        EXPECT(NAME, shmem_##NAME##_test(&word, SHMEM_CMP_EQ, (TYPE)-2), 1);     \
        EXPECT(NAME, shmem_test(&word, SHMEM_CMP_NE, (TYPE)-2), 0);              \
        EXPECT(NAME, shmem_test(&word, SHMEM_CMP_LT, (TYPE)5), IS_LESS);         \
        EXPECT(NAME, shmem_test(&word, SHMEM_CMP_LE, (TYPE)5), IS_LESS);         \
        EXPECT(NAME, shmem_test(&word, SHMEM_CMP_GT, (TYPE)5), !(IS_LESS));      \
        EXPECT(NAME, shmem_test(&word, SHMEM_CMP_GE, (TYPE)5), !(IS_LESS));      \
        EXPECT(NAME, shmem_test(&word, SHMEM_CMP_GE, (TYPE)-2), 1);              \
    }
SHORTS(short, short, 1)
SHORTS(ushort, unsigned short, 0)

static void try_waits(void)
{
    static long word;
    try_wait_plain();
    try_wait_short();
    try_wait_int();
    try_wait_long();
    try_wait_longlong();
    try_short();
    try_ushort();
    shmem_barrier_all();
    shmem_p(&word, 1L, next);
    (shmem_wait_until)(&word, SHMEM_CMP_GE, 1);
    EXPECT(swap, (shmem_swap)(&word, 5L, test_me), 1);
    EXPECT(swap, word, 5);
    shmem_barrier_all();
}

/* ---- Names that do not begin with shmem_ ------------------------------------------------------------------ */

static void try_bare(void)
{
    start_pes(0); /* once more: nothing happens */
    EXPECT(start_pes, _my_pe(), shmem_my_pe());
    EXPECT(start_pes, _num_pes(), shmem_n_pes());
    char *block = shmalloc(100);
    EXPECT(shmalloc, block != NULL, 1);
    memset(block, 'x', 100);
    block = shrealloc(block, 1000);
    EXPECT(shrealloc, block[99], 'x');
    shfree(block);
    block = shmemalign(4096, 10);
    EXPECT(shmemalign, (uintptr_t)block % 4096, 0);
    shfree(block);
    block = shmemalign(8 << 20, 10);
    EXPECT(shmemalign, block != NULL && (uintptr_t)block % (8 << 20) == 0, 1);
    shfree(block);
}

static void try_caches(void)
{
    static long word;
    shmem_set_cache_inv();
    shmem_set_cache_line_inv(&word);
    shmem_p(&word, 1L + test_me, next);
    shmem_barrier_all();
    shmem_clear_cache_inv();
    shmem_clear_cache_line_inv(&word);
    shmem_udcflush();
    shmem_udcflush_line(&word);
    EXPECT(caches, word, 1 + previous);
}

int main(void)
{
    start_pes(0);
    test_me = shmem_my_pe();
    test_n = shmem_n_pes();
    next = (test_me + 1) % test_n;
    previous = (test_me + test_n - 1) % test_n;
    try_amos_int();
    try_amos_long();
    try_amos_longlong();
    try_numbers_int();
    try_numbers_long();
    try_numbers_longlong();
    try_numbers_float();
    try_numbers_double();
    try_waits();
    try_bare();
    try_caches();
    return test_end("old_names");
}
