/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Every collective of active sets, on sets of all shapes that the PEs of the job have, twice each: the first
 * call makes the set's team.  PEs that are in no set go on meanwhile.
 */
#include "harness.h"

#include <string.h>

enum { COUNT = 5, LARGE = 3000, MOST_PES = 16 };

static long pSync[SHMEM_SYNC_SIZE];
static long arrivals;
static int64_t source[4 * LARGE * MOST_PES];
static int64_t dest[2 * LARGE * MOST_PES];

typedef struct set {
    int start;
    int log;
    int size;
} set_t;

/* PE i of the set; and this PE's place in it, or -1. */
static int member(const set_t *set, int i)
{
    return set->start + (i << set->log);
}

static int my_place(const set_t *set)
{
    for (int i = 0; i < set->size; i++) {
        if (member(set, i) == test_me) {
            return i;
        }
    }
    return -1;
}

#define SET set->start, set->log, set->size

/* ---- Synchronisation ----------------------------------------------------------------------------- */

/* What all members did before a barrier is there after it. */
static void try_syncs(const set_t *set)
{
    const int root = member(set, 0);
    (shmem_sync)(SET, pSync); /* the root has left the set before */
    for (int round = 1; round <= 3; round++) {
        shmem_long_atomic_add(&arrivals, 1, root);
        shmem_barrier(SET, pSync);
        test_check(shmem_long_atomic_fetch(&arrivals, root) == (long)round * set->size,
                   "shmem_barrier", "a set", set->size);
        (shmem_sync)(SET, pSync);
    }
    if (test_me == root) {
        arrivals = 0;
    }
    (shmem_sync)(SET, pSync);
}

/* ---- Moves ---------------------------------------------------------------------------------------- */

static int number(int pe, int i)
{
    return pe * 10007 + i;
}

#define MOVES(BITS, TYPE)                                                                        \
    static void fill_##BITS(size_t count)                                                        \
    {                                                                                            \
        memset(dest, 0x7f, sizeof dest);                                                         \
        for (size_t i = 0; i < count; i++) {                                                     \
            ((TYPE *)source)[i] = (TYPE)number(test_me, (int)i);                                 \
        }                                                                                        \
    }                                                                                            \
    static void check_##BITS(const char *what, size_t at, TYPE expected)                         \
    {                                                                                            \
        test_check(((TYPE *)dest)[at] == expected, what, #TYPE, (int)at);                        \
    }                                                                                            \
    static void try_moves_##BITS(const set_t *set, size_t count)                                 \
    {                                                                                            \
        const int me = my_place(set);                                                            \
        const int root = set->size - 1;                                                          \
        const size_t n = (size_t)set->size;                                                      \
        TYPE untouched;                                                                          \
        memset(&untouched, 0x7f, sizeof untouched);                                              \
        fill_##BITS(2 * n * count);                                                              \
        shmem_barrier(SET, pSync);                                                               \
        const TYPE before = shmem_int##BITS##_g((TYPE *)dest, member(set, root));                \
        shmem_broadcast##BITS(dest, source, count, root, SET, pSync);                            \
        const TYPE after = shmem_int##BITS##_g((TYPE *)dest, member(set, root));                 \
        test_check(before == untouched && after == untouched, "broadcast", "its root", root);    \
        for (size_t i = 0; i < count; i++) {                                                     \
            check_##BITS("broadcast", i,                                                         \
                         me == root ? untouched : (TYPE)number(member(set, root), (int)i));      \
        }                                                                                        \
        shmem_barrier(SET, pSync);                                                               \
        shmem_fcollect##BITS(dest, source, count, SET, pSync);                                   \
        for (size_t i = 0; i < n * count; i++) {                                                 \
            check_##BITS("fcollect", i,                                                          \
                         (TYPE)number(member(set, (int)(i / count)), (int)(i % count)));         \
        }                                                                                        \
        shmem_barrier(SET, pSync);                                                               \
        shmem_collect##BITS(dest, source, (size_t)me + 1, SET, pSync);                           \
        for (size_t pe = 0, at = 0; pe < n; pe++) {                                              \
            for (size_t i = 0; i <= pe; i++) {                                                   \
                check_##BITS("collect", at++, (TYPE)number(member(set, (int)pe), (int)i));       \
            }                                                                                    \
        }                                                                                        \
        shmem_barrier(SET, pSync);                                                               \
        shmem_alltoall##BITS(dest, source, count, SET, pSync);                                   \
        for (size_t i = 0; i < n * count; i++) {                                                 \
            check_##BITS(                                                                        \
                "alltoall", i,                                                                   \
                (TYPE)number(member(set, (int)(i / count)), me *(int)count + (int)(i % count))); \
        }                                                                                        \
        shmem_barrier(SET, pSync);                                                               \
        shmem_alltoalls##BITS(dest, source, 1, 2, count, SET, pSync);                            \
        for (size_t i = 0; i < n * count; i++) {                                                 \
            check_##BITS("alltoalls", i,                                                         \
                         (TYPE)number(member(set, (int)(i / count)),                             \
                                      2 * (me * (int)count + (int)(i % count))));                \
        }                                                                                        \
        shmem_barrier(SET, pSync);                                                               \
    }
MOVES(32, int32_t)
MOVES(64, int64_t)

/* ---- Reductions ----------------------------------------------------------------------------------- */

static long long combine(const set_t *set, int i, long long (*operation)(long long, long long))
{
    long long result = member(set, 0) + i + 1;
    for (int pe = 1; pe < set->size; pe++) {
        result = operation(result, member(set, pe) + i + 1);
    }
    return result;
}
#define OPERATION(NAME, EXPRESSION)                      \
    static long long of_##NAME(long long a, long long b) \
    {                                                    \
        return EXPRESSION;                               \
    }
OPERATION(and, a &b)
OPERATION(or, a | b)
OPERATION(xor, a ^ b)
OPERATION(max, a > b ? a : b)
OPERATION(min, a < b ? a : b)
OPERATION(sum, a + b)
OPERATION(prod, a *b)

/* Two elements, into another array and in place. */
#define REDUCE(NAME, TYPE, OP)                                                             \
    static void try_##NAME##_##OP(const set_t *set)                                        \
    {                                                                                      \
        TYPE *const from = (TYPE *)source;                                                 \
        TYPE *const to = (TYPE *)dest;                                                     \
        static long work[16];                                                              \
        from[0] = (TYPE)(test_me + 1);                                                     \
        from[1] = (TYPE)(test_me + 2);                                                     \
        shmem_barrier(SET, pSync);                                                         \
        shmem_##NAME##_##OP##_to_all(to, from, 2, SET, (TYPE *)work, pSync);               \
        shmem_##NAME##_##OP##_to_all(from, from, 2, SET, (TYPE *)work, pSync);             \
        for (int i = 0; i < 2; i++) {                                                      \
            const TYPE expected = (TYPE)combine(set, i, of_##OP);                          \
            test_check(to[i] == expected && from[i] == expected, #OP "_to_all", #NAME, i); \
        }                                                                                  \
        shmem_barrier(SET, pSync);                                                         \
    }
#define INTEGERS(X, NAME, TYPE) \
    X(NAME, TYPE, and) X(NAME, TYPE, or) X(NAME, TYPE, xor) REALS(X, NAME, TYPE)
#define REALS(X, NAME, TYPE) X(NAME, TYPE, max) X(NAME, TYPE, min) SUMS(X, NAME, TYPE)
#define SUMS(X, NAME, TYPE) X(NAME, TYPE, sum) X(NAME, TYPE, prod)
#define REDUCTIONS(X)                 \
    INTEGERS(X, short, short)         \
    INTEGERS(X, int, int)             \
    INTEGERS(X, long, long)           \
    INTEGERS(X, longlong, long long)  \
    REALS(X, float, float)            \
    REALS(X, double, double)          \
    REALS(X, longdouble, long double) \
    SUMS(X, complexf, float _Complex) \
    SUMS(X, complexd, double _Complex)
REDUCTIONS(REDUCE)

static void try_reductions(const set_t *set)
{
#define TRY(NAME, TYPE, OP) try_##NAME##_##OP(set);
    REDUCTIONS(TRY)
}

/* ---- Sets ------------------------------------------------------------------------------------------ */

static void try_set(const set_t *set)
{
    if (my_place(set) >= 0) {
        for (int round = 0; round < 2; round++) {
            try_syncs(set);
            try_moves_32(set, COUNT);
            try_moves_64(set, COUNT);
            try_moves_32(set, LARGE);
            try_moves_64(set, LARGE);
            try_reductions(set);
        }
    }
}

int main(void)
{
    test_begin();
    for (int i = 0; i < SHMEM_SYNC_SIZE; i++) {
        pSync[i] = SHMEM_SYNC_VALUE;
    }
    shmem_barrier_all();
    for (int log = 0; log < 3; log++) {
        for (int start = 0; start < test_n; start++) {
            for (int size = 1; start + ((size - 1) << log) < test_n && (log == 0 || size > 1);
                 size++) {
                try_set(&(const set_t){start, log, size});
            }
        }
    }
    /* Sets that overlap, at once, in a row that differs from the one above. */
    for (int start = test_n - 1; start >= 0; start--) {
        const set_t set = {start, 0, test_n - start};
        if (my_place(&set) >= 0) {
            try_syncs(&set);
        }
    }
    return test_end("active_sets");
}
