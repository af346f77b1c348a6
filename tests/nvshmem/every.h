/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Each routine of ishmem/nvshmem/lists.h with values, for each of its types, in C, C++ and OpenCL C.  Every
 * PE writes to the next one.  The file that includes this says who calls (callers.h):
 *
 *     BODY(NAME)        begins a function, or a kernel, that has `area` and `report`
 *     CALL(NAME)        the routine, for this kind of caller, and LAST what follows its arguments
 *     BARRIER, QUIET    of all PEs, of this one; what was called before has then ended
 *     SETTLE            what was called before has ended
 *     LEADER            whether this work-item writes and checks
 *
 * area is symmetric: what is received lies at its beginning, what is sent at FROM, what comes back at BACK,
 * signals at SIGNALS.  A place of PLACE elements belongs to each call.
 */
#ifndef NVSHMEM_EVERY_H
#define NVSHMEM_EVERY_H

enum { FROM = 16384, BACK = 32768, SIGNALS = 49152, AREA_BYTES = 57344, PLACE = 16, COUNT = 4 };

/* A value that any type can hold, also in the bits of half and bfloat16. */
static inline int number(int pe, int call, int i)
{
    return (pe * 31 + call * 7 + i * 3) % 100 + 1;
}

#define PES                                \
    const int me = nvshmem_my_pe();        \
    const int n = nvshmem_n_pes();         \
    const int next = (me + 1) % n;         \
    const int previous = (me + n - 1) % n; \
    (void)previous;                        \
    (void)next;
#define CHECK(CONDITION)                   \
    if (LEADER) {                          \
        note(report, CONDITION, __LINE__); \
    }

/* Kernels compile in less time if this is a function of its own. */
#ifdef __OPENCL_C_VERSION__
#define NOTING __attribute__((noinline)) static
#else
#define NOTING static inline
#endif
/* report: how many checks, how many of them have failed, and the line of the first that has. */
NOTING void note(REPORT *report, int holds, int line)
{
    report[0]++;
    if (!holds && report[1]++ == 0) {
        report[2] = line;
    }
}

/* Nothing is there, but numbers to send. */
#define FILL(TYPE, CALLS, UNIT)                                                     \
    if (LEADER) {                                                                   \
        for (int i = 0; i < (CALLS)*PLACE * (UNIT); i++) {                          \
            to[i] = 0;                                                              \
            back[i] = 0;                                                            \
            from[i] = (TYPE)number(me, i / (PLACE * (UNIT)), i % (PLACE * (UNIT))); \
        }                                                                           \
        for (int i = 0; i < 8; i++) {                                               \
            signals[i] = 0;                                                         \
        }                                                                           \
    }                                                                               \
    BARRIER;

/* ---- Remote memory access ----------------------------------------------------------------------------- */

#define IS_SENT(TYPE, K, UNIT, STRIDE)                                                \
    for (int i = 0; i < COUNT * (UNIT); i++) {                                        \
        CHECK(to[(K)*PLACE * (UNIT) + i / (UNIT) * (STRIDE) * (UNIT) + i % (UNIT)] == \
              (TYPE)number(previous, K, i));                                          \
    }
#define IS_BACK(TYPE, K, UNIT)                                         \
    for (int i = 0; i < COUNT * (UNIT); i++) {                         \
        CHECK(back[(K)*PLACE * (UNIT) + i] == (TYPE)number(me, K, i)); \
    }
/* HEAD, the routine, SIZE and TAIL are its name; UNIT objects of the type are an element. */
#define JOINED(HEAD, ROUTINE, SIZE, TAIL) CALL(HEAD##ROUTINE##SIZE##TAIL)
#define COPIES(FUNCTION, HEAD, SIZE, TYPE, UNIT)                                                 \
    BODY(FUNCTION)                                                                               \
    {                                                                                            \
        TYPE *const to = (TYPE *)area;                                                           \
        TYPE *const from = (TYPE *)(area + FROM);                                                \
        TYPE *const back = (TYPE *)(area + BACK);                                                \
        uint64_t *const signals = (uint64_t *)(area + SIGNALS);                                  \
        PES FILL(TYPE, 4, UNIT) JOINED(HEAD, put, SIZE, )(to, from, COUNT, next LAST);           \
        JOINED(HEAD, put, SIZE, _nbi)(to + PLACE * UNIT, from + PLACE * UNIT, COUNT, next LAST); \
        JOINED(HEAD, put, SIZE, _signal)                                                         \
        (to + 2 * PLACE * UNIT, from + 2 * PLACE * UNIT, COUNT, signals, 5, NVSHMEM_SIGNAL_SET,  \
         next LAST);                                                                             \
        JOINED(HEAD, put, SIZE, _signal_nbi)                                                     \
        (to + 3 * PLACE * UNIT, from + 3 * PLACE * UNIT, COUNT, signals + 1, 6,                  \
         NVSHMEM_SIGNAL_ADD, next LAST);                                                         \
        QUIET;                                                                                   \
        BARRIER;                                                                                 \
        IS_SENT(TYPE, 0, UNIT, 1)                                                                \
        IS_SENT(TYPE, 1, UNIT, 1)                                                                \
        IS_SENT(TYPE, 2, UNIT, 1)                                                                \
        IS_SENT(TYPE, 3, UNIT, 1)                                                                \
        CHECK(signals[0] == 5 && signals[1] == 6);                                               \
        JOINED(HEAD, get, SIZE, )(back, to, COUNT, next LAST);                                   \
        JOINED(HEAD, get, SIZE, _nbi)(back + PLACE * UNIT, to + PLACE * UNIT, COUNT, next LAST); \
        QUIET;                                                                                   \
        IS_BACK(TYPE, 0, UNIT)                                                                   \
        IS_BACK(TYPE, 1, UNIT)                                                                   \
        BARRIER;                                                                                 \
    }
#define STRIDED(FUNCTION, HEAD, SIZE, TYPE, UNIT)                                             \
    BODY(FUNCTION)                                                                            \
    {                                                                                         \
        TYPE *const to = (TYPE *)area;                                                        \
        TYPE *const from = (TYPE *)(area + FROM);                                             \
        TYPE *const back = (TYPE *)(area + BACK);                                             \
        uint64_t *const signals = (uint64_t *)(area + SIGNALS);                               \
        PES FILL(TYPE, 1, UNIT) JOINED(HEAD, iput, SIZE, )(to, from, 2, 1, COUNT, next LAST); \
        QUIET;                                                                                \
        BARRIER;                                                                              \
        IS_SENT(TYPE, 0, UNIT, 2)                                                             \
        JOINED(HEAD, iget, SIZE, )(back, to, 1, 2, COUNT, next LAST);                         \
        SETTLE;                                                                               \
        IS_BACK(TYPE, 0, UNIT)                                                                \
        BARRIER;                                                                              \
    }
#define COPIES_OF(NAME, TYPE, A)              \
    COPIES(copies_##NAME, NAME##_, , TYPE, 1) \
    STRIDED(strided_##NAME, NAME##_, , TYPE, 1)
#define COPIES_OF_SIZE(SIZE, TYPE, UNIT)      \
    COPIES(copies_##SIZE, , SIZE, TYPE, UNIT) \
    STRIDED(strided_##SIZE, , SIZE, TYPE, UNIT)
#define ALL_COPIES                   \
    ISHMEMI_RMA_TYPES(COPIES_OF, )   \
    COPIES_OF(half, uint16_t, )      \
    COPIES_OF(bfloat16, uint16_t, )  \
    COPIES_OF_SIZE(8, uint8_t, 1)    \
    COPIES_OF_SIZE(16, uint16_t, 1)  \
    COPIES_OF_SIZE(32, uint32_t, 1)  \
    COPIES_OF_SIZE(64, uint64_t, 1)  \
    COPIES_OF_SIZE(128, uint64_t, 2) \
    COPIES(copies_mem, , mem, uint8_t, 1)
/* p, and g where its result is there at once. */
#define VALUES_OF(NAME, TYPE, A)                                        \
    BODY(values_##NAME)                                                 \
    {                                                                   \
        TYPE *const to = (TYPE *)area;                                  \
        PES CALL(NAME##_p)(to, (TYPE)number(me, 3, 1), next LAST);      \
        QUIET;                                                          \
        BARRIER;                                                        \
        CHECK(to[0] == (TYPE)number(previous, 3, 1));                   \
        CHECK(CALL(NAME##_g)(to, next LAST) == (TYPE)number(me, 3, 1)); \
        BARRIER;                                                        \
    }

/* ---- Atomic memory operations ------------------------------------------------------------------------ */

#define AMO_STD_OF(NAME, TYPE, A)                                                                \
    BODY(amo_std_##NAME)                                                                         \
    {                                                                                            \
        TYPE *const word = (TYPE *)area;                                                         \
        PES nvshmem_##NAME##_atomic_set(word, (TYPE)10, next);                                   \
        CHECK(nvshmem_##NAME##_atomic_fetch_inc(word, next) == (TYPE)10);                        \
        nvshmem_##NAME##_atomic_inc(word, next);                                                 \
        CHECK(nvshmem_##NAME##_atomic_fetch_add(word, (TYPE)5, next) == (TYPE)12);               \
        nvshmem_##NAME##_atomic_add(word, (TYPE)3, next);                                        \
        CHECK(nvshmem_##NAME##_atomic_compare_swap(word, (TYPE)20, (TYPE)50, next) == (TYPE)20); \
        CHECK(nvshmem_##NAME##_atomic_compare_swap(word, (TYPE)20, (TYPE)60, next) == (TYPE)50); \
        CHECK(nvshmem_##NAME##_atomic_fetch(word, next) == (TYPE)50);                            \
        BARRIER;                                                                                 \
    }
#define AMO_EXT_OF(NAME, TYPE, A)                                              \
    BODY(amo_ext_##NAME)                                                       \
    {                                                                          \
        TYPE *const word = (TYPE *)area;                                       \
        PES nvshmem_##NAME##_atomic_set(word, (TYPE)33, next);                 \
        CHECK(nvshmem_##NAME##_atomic_swap(word, (TYPE)44, next) == (TYPE)33); \
        CHECK(nvshmem_##NAME##_atomic_fetch(word, next) == (TYPE)44);          \
        BARRIER;                                                               \
    }
#define AMO_BIT_OF(NAME, TYPE, A)                                                       \
    BODY(amo_bit_##NAME)                                                                \
    {                                                                                   \
        TYPE *const word = (TYPE *)area;                                                \
        PES nvshmem_##NAME##_atomic_set(word, (TYPE)0x0f, next);                        \
        CHECK(nvshmem_##NAME##_atomic_fetch_and(word, (TYPE)0x3c, next) == (TYPE)0x0f); \
        CHECK(nvshmem_##NAME##_atomic_fetch_or(word, (TYPE)0x30, next) == (TYPE)0x0c);  \
        CHECK(nvshmem_##NAME##_atomic_fetch_xor(word, (TYPE)0x3f, next) == (TYPE)0x3c); \
        nvshmem_##NAME##_atomic_or(word, (TYPE)0x70, next);                             \
        nvshmem_##NAME##_atomic_and(word, (TYPE)0x51, next);                            \
        nvshmem_##NAME##_atomic_xor(word, (TYPE)0x01, next);                            \
        CHECK(nvshmem_##NAME##_atomic_fetch(word, next) == (TYPE)0x50);                 \
        BARRIER;                                                                        \
    }
#define AMO_FLOAT_OF(NAME, TYPE, A)                                                  \
    BODY(amo_float_##NAME)                                                           \
    {                                                                                \
        TYPE *const word = (TYPE *)area;                                             \
        PES nvshmem_##NAME##_atomic_set(word, (TYPE)1.5, next);                      \
        nvshmemx_##NAME##_atomic_add(word, (TYPE)2, next);                           \
        CHECK(nvshmemx_##NAME##_atomic_fetch_add(word, (TYPE)1, next) == (TYPE)3.5); \
        CHECK(nvshmem_##NAME##_atomic_fetch(word, next) == (TYPE)4.5);               \
        BARRIER;                                                                     \
    }

/* ---- Point-to-point synchronisation -------------------------------------------------------------------- */

/* Word i becomes i + 1, by the previous PE; PUT is the type whose p writes it. */
#define CLEAR_WORDS                       \
    if (LEADER) {                         \
        for (int i = 0; i < COUNT; i++) { \
            words[i] = 0;                 \
            each[i] = 0;                  \
        }                                 \
    }                                     \
    BARRIER;
#define SET_WORDS(TYPE, PUT)                               \
    for (int i = 0; i < COUNT; i++) {                      \
        each[i] = (TYPE)(i + 1);                           \
        nvshmem_##PUT##_p(&words[i], (TYPE)(i + 1), next); \
    }
#define WAITS_OF(NAME, TYPE, PUT)                                                       \
    BODY(waits_##NAME)                                                                  \
    {                                                                                   \
        TYPE *const words = (TYPE *)area;                                               \
        TYPE *const each = (TYPE *)(area + FROM);                                       \
        PES CLEAR_WORDS SET_WORDS(TYPE, PUT) CALL(NAME##_wait)(words, 0 LAST);          \
        CALL(NAME##_wait_until)(words + 1, NVSHMEM_CMP_EQ, 2 LAST);                     \
        CALL(NAME##_wait_until_all)(words, COUNT, 0, NVSHMEM_CMP_GT, 0 LAST);           \
        CALL(NAME##_wait_until_all_vector)(words, COUNT, 0, NVSHMEM_CMP_EQ, each LAST); \
        SETTLE;                                                                         \
        for (int i = 0; i < COUNT; i++) {                                               \
            CHECK(words[i] == (TYPE)(i + 1));                                           \
        }                                                                               \
        BARRIER;                                                                        \
    }
#define SETS_OF(NAME, TYPE, PUT)                                                                   \
    BODY(sets_##NAME)                                                                              \
    {                                                                                              \
        TYPE *const words = (TYPE *)area;                                                          \
        TYPE *const each = (TYPE *)(area + FROM);                                                  \
        size_t *const indices = (size_t *)(area + BACK);                                           \
        int *const status = (int *)(area + SIGNALS);                                               \
        PES CLEAR_WORDS status[0] = status[3] = 0;                                                 \
        status[1] = status[2] = 1;                                                                 \
        CHECK(nvshmem_##NAME##_test(words, NVSHMEM_CMP_EQ, 0) == 1);                               \
        CHECK(nvshmem_##NAME##_test_any(words, COUNT, 0, NVSHMEM_CMP_GT, 9) == SIZE_MAX);          \
        CHECK(nvshmem_##NAME##_test_some(words, COUNT, indices, 0, NVSHMEM_CMP_GT, 9) == 0);       \
        CHECK(nvshmem_##NAME##_test_all(words, 0, 0, NVSHMEM_CMP_GT, 9) == 1);                     \
        BARRIER;                                                                                   \
        SET_WORDS(TYPE, PUT)                                                                       \
        CHECK(nvshmem_##NAME##_wait_until_any(words, COUNT, 0, NVSHMEM_CMP_GE, 4) == 3);           \
        nvshmem_##NAME##_wait_until_all(words, COUNT, 0, NVSHMEM_CMP_GT, 0);                       \
        CHECK(nvshmem_##NAME##_wait_until_some(words, COUNT, indices, status, NVSHMEM_CMP_LT,      \
                                               9) == 2);                                           \
        CHECK(indices[0] + indices[1] == 3);                                                       \
        each[0] = each[1] = each[2] = (TYPE)9;                                                     \
        CHECK(nvshmem_##NAME##_wait_until_any_vector(words, COUNT, 0, NVSHMEM_CMP_EQ, each) == 3); \
        CHECK(nvshmem_##NAME##_wait_until_some_vector(words, COUNT, indices, 0, NVSHMEM_CMP_NE,    \
                                                      each) == 3);                                 \
        CHECK(nvshmem_##NAME##_test_all(words, COUNT, 0, NVSHMEM_CMP_LE, 4) == 1);                 \
        CHECK(nvshmem_##NAME##_test_all_vector(words, COUNT, 0, NVSHMEM_CMP_LE, each) == 1);       \
        CHECK(nvshmem_##NAME##_test_any(words, COUNT, 0, NVSHMEM_CMP_EQ, 2) == 1);                 \
        CHECK(nvshmem_##NAME##_test_any_vector(words, COUNT, 0, NVSHMEM_CMP_EQ, each) == 3);       \
        CHECK(nvshmem_##NAME##_test_some(words, COUNT, indices, 0, NVSHMEM_CMP_GT, 2) == 2);       \
        CHECK(nvshmem_##NAME##_test_some_vector(words, COUNT, indices, 0, NVSHMEM_CMP_LT, each) == \
              3);                                                                                  \
        BARRIER;                                                                                   \
    }
#define WAITS_OF_TYPE(NAME, TYPE, A) WAITS_OF(NAME, TYPE, NAME)
#define SETS_OF_TYPE(NAME, TYPE, A) SETS_OF(NAME, TYPE, NAME)

/* ---- Collectives ---------------------------------------------------------------------------------------- */

#define MOVES(FUNCTION, HEAD, TAIL, TYPE)                                            \
    BODY(FUNCTION)                                                                   \
    {                                                                                \
        TYPE *const to = (TYPE *)area;                                               \
        TYPE *const from = (TYPE *)(area + FROM);                                    \
        TYPE *const back = (TYPE *)(area + BACK);                                    \
        uint64_t *const signals = (uint64_t *)(area + SIGNALS);                      \
        const nvshmem_team_t world = NVSHMEM_TEAM_WORLD;                             \
        PES FILL(TYPE, 1, 1)                                                         \
            STATUS(JOINED(HEAD, broadcast, TAIL, )(world, to, from, 3, n - 1 LAST)); \
        SETTLE;                                                                      \
        for (int i = 0; i < 3; i++) {                                                \
            CHECK(to[i] == (TYPE)number(n - 1, 0, i));                               \
        }                                                                            \
        BARRIER;                                                                     \
        STATUS(JOINED(HEAD, fcollect, TAIL, )(world, to, from, 2 LAST));             \
        SETTLE;                                                                      \
        for (int i = 0; i < 2 * n; i++) {                                            \
            CHECK(to[i] == (TYPE)number(i / 2, 0, i % 2));                           \
        }                                                                            \
        BARRIER;                                                                     \
        STATUS(JOINED(HEAD, alltoall, TAIL, )(world, to, from, 2 LAST));             \
        SETTLE;                                                                      \
        for (int i = 0; i < 2 * n; i++) {                                            \
            CHECK(to[i] == (TYPE)number(i / 2, 0, 2 * me + i % 2));                  \
        }                                                                            \
        BARRIER;                                                                     \
    }
#define MOVES_OF(NAME, TYPE, A) MOVES(moves_##NAME, NAME##_, , TYPE)
#define STATUS(CALLED)             \
    do {                           \
        const int status = CALLED; \
        CHECK(status == 0);        \
    } while (0)

static inline int folded(int n, int op)
{
    int result = op == 3 ? 1 : 0;
    for (int i = 1; i <= n; i++) {
        result = op == 0 ? result + i : op == 1 ? result | i : op == 2 ? result ^ i : result * i;
    }
    return result;
}
static inline int power_of_3(int n)
{
    int result = 1;
    for (int i = 0; i < n; i++) {
        result *= 3;
    }
    return result;
}

/* The elements k + 1 and 3 of PE k, which become FIRST and SECOND; and n blocks of k + 1. */
#define REDUCE(NAME, OP, TYPE, FIRST, SECOND)                                 \
    STATUS(CALL(NAME##_##OP##_reduce)(NVSHMEM_TEAM_WORLD, to, from, 2 LAST)); \
    SETTLE;                                                                   \
    CHECK(to[0] == (TYPE)(FIRST) && to[1] == (TYPE)(SECOND));                 \
    BARRIER;
#define SCATTER(NAME, OP, TYPE, FIRST)                                                       \
    STATUS(CALL(NAME##_##OP##_reducescatter)(NVSHMEM_TEAM_WORLD, to, from + PLACE, 2 LAST)); \
    SETTLE;                                                                                  \
    CHECK(to[0] == (TYPE)(FIRST) && to[1] == (TYPE)(FIRST));                                 \
    BARRIER;
#define BOTH_REDUCE(NAME, OP, TYPE, FIRST, SECOND) \
    REDUCE(NAME, OP, TYPE, FIRST, SECOND)          \
    SCATTER(NAME, OP, TYPE, FIRST)
#define REDUCTION(FUNCTION, TYPE, CALLS)          \
    BODY(FUNCTION)                                \
    {                                             \
        TYPE *const to = (TYPE *)area;            \
        TYPE *const from = (TYPE *)(area + FROM); \
        PES if (LEADER)                           \
        {                                         \
            from[0] = (TYPE)(me + 1);             \
            from[1] = (TYPE)3;                    \
            for (int i = 0; i < 2 * n; i++) {     \
                from[PLACE + i] = (TYPE)(me + 1); \
            }                                     \
        }                                         \
        BARRIER;                                  \
        CALLS                                     \
    }
#define REDUCE_BITS_OF(NAME, TYPE, A)                          \
    REDUCTION(bits_##NAME, TYPE,                               \
              BOTH_REDUCE(NAME, and, TYPE, n > 1 ? 0 : 1, 3)   \
                  BOTH_REDUCE(NAME, or, TYPE, folded(n, 1), 3) \
                      BOTH_REDUCE(NAME, xor, TYPE, folded(n, 2), n % 2 == 0 ? 0 : 3))
#define REDUCE_NUMBERS_OF(NAME, TYPE, A)                                            \
    REDUCTION(numbers_##NAME, TYPE,                                                 \
              BOTH_REDUCE(NAME, max, TYPE, n, 3) BOTH_REDUCE(NAME, min, TYPE, 1, 3) \
                  BOTH_REDUCE(NAME, sum, TYPE, folded(n, 0), 3 * n)                 \
                      BOTH_REDUCE(NAME, prod, TYPE, folded(n, 3), power_of_3(n)))
/* 1 and 2 in the bits of the type: the first on PE 0, the second on the others. */
#define REDUCE_HALF_OF(NAME, ONE, TWO, SUMS)                                   \
    BODY(halves_##NAME)                                                        \
    {                                                                          \
        uint16_t *const to = (uint16_t *)area;                                 \
        uint16_t *const from = (uint16_t *)(area + FROM);                      \
        const uint16_t sums[4] = SUMS;                                         \
        PES if (LEADER)                                                        \
        {                                                                      \
            from[0] = me == 0 ? ONE : TWO;                                     \
            from[1] = ONE;                                                     \
        }                                                                      \
        BARRIER;                                                               \
        REDUCE(NAME, max, uint16_t, n > 1 ? TWO : ONE, ONE)                    \
        REDUCE(NAME, min, uint16_t, ONE, ONE)                                  \
        STATUS(CALL(NAME##_sum_reduce)(NVSHMEM_TEAM_WORLD, to, from, 2 LAST)); \
        SETTLE;                                                                \
        CHECK(to[1] == sums[(n - 1) & 3]);                                     \
        BARRIER;                                                               \
    }
/* 1 to 4. */
#define HALF_SUMS                      \
    {                                  \
        0x3c00, 0x4000, 0x4200, 0x4400 \
    }
#define BFLOAT16_SUMS                  \
    {                                  \
        0x3f80, 0x4000, 0x4040, 0x4080 \
    }

#define SYNCS                                             \
    BODY(syncs)                                           \
    {                                                     \
        uint64_t *const words = (uint64_t *)area;         \
        PES if (LEADER)                                   \
        {                                                 \
            words[0] = 0;                                 \
        }                                                 \
        BARRIER;                                          \
        if (LEADER) {                                     \
            nvshmem_uint64_atomic_add(words, 1, 0);       \
            nvshmem_quiet();                              \
        }                                                 \
        CALL(barrier_all)(FIRST_LAST);                    \
        SETTLE;                                           \
        CHECK(nvshmem_uint64_g(words, 0) == (uint64_t)n); \
        CALL(sync_all)(FIRST_LAST);                       \
        SETTLE;                                           \
        STATUS(CALL(barrier)(NVSHMEM_TEAM_WORLD LAST));   \
        SETTLE;                                           \
        STATUS(CALL(team_sync)(NVSHMEMX_TEAM_NODE LAST)); \
        SETTLE;                                           \
        BARRIER;                                          \
    }

/* ---- Queries and signals --------------------------------------------------------------------------------- */

#define QUERIES                                                                                 \
    BODY(queries)                                                                               \
    {                                                                                           \
        uint64_t *const words = (uint64_t *)area;                                               \
        char *const name = (char *)(area + FROM);                                               \
        int numbers[3] = {0, 0, 0};                                                             \
        PES CHECK(nvshmem_team_my_pe(NVSHMEM_TEAM_WORLD) == me);                                \
        CHECK(nvshmem_team_n_pes(NVSHMEM_TEAM_WORLD) == n);                                     \
        CHECK(nvshmem_team_translate_pe(NVSHMEM_TEAM_WORLD, next, NVSHMEM_TEAM_WORLD) == next); \
        CHECK(nvshmem_ptr(words, me) == (void *)words);                                         \
        nvshmem_info_get_name(name);                                                            \
        CHECK(name[0] == 'l' && name[8] == 'm' && name[9] == 0);                                \
        nvshmem_info_get_version(&numbers[0], &numbers[1]);                                     \
        CHECK(numbers[0] == NVSHMEM_MAJOR_VERSION && numbers[1] == NVSHMEM_MINOR_VERSION);      \
        nvshmemx_vendor_get_version_info(&numbers[0], &numbers[1], &numbers[2]);                \
        CHECK(numbers[0] * 10000 + numbers[1] * 100 + numbers[2] == NVSHMEM_VENDOR_VERSION);    \
        words[0] = 0;                                                                           \
        BARRIER;                                                                                \
        nvshmemx_signal_op(words, 3, NVSHMEM_SIGNAL_SET, next);                                 \
        nvshmem_fence();                                                                        \
        nvshmemx_signal_op(words, 4, NVSHMEM_SIGNAL_ADD, next);                                 \
        CHECK(nvshmem_signal_wait_until(words, NVSHMEM_CMP_EQ, 7) == 7);                        \
        CHECK(nvshmem_signal_fetch(words) == 7);                                                \
        nvshmem_sync_all();                                                                     \
    }

/* ---- All, and X of each function's name ------------------------------------------------------------------ */

#define ALL_MOVES                  \
    ISHMEMI_RMA_TYPES(MOVES_OF, )  \
    MOVES_OF(half, uint16_t, )     \
    MOVES_OF(bfloat16, uint16_t, ) \
    MOVES(moves_mem, , mem, uint8_t)
#define ALL_REDUCTIONS                              \
    ISHMEMI_REDUCE_STD_BIT_TYPES(REDUCE_BITS_OF, )  \
    ISHMEMI_REDUCE_ARITH_TYPES(REDUCE_NUMBERS_OF, ) \
    REDUCE_HALF_OF(half, 0x3c00, 0x4000, HALF_SUMS) \
    REDUCE_HALF_OF(bfloat16, 0x3f80, 0x4000, BFLOAT16_SUMS)
#define ALL_VALUES                 \
    ISHMEMI_RMA_TYPES(VALUES_OF, ) \
    VALUES_OF(half, uint16_t, )    \
    VALUES_OF(bfloat16, uint16_t, )
#define ALL_WAITS                       \
    ISHMEMI_WAIT_TYPES(WAITS_OF_TYPE, ) \
    WAITS_OF(signal, uint64_t, uint64)
#define ALL_AMOS                        \
    ISHMEMI_AMO_STD_TYPES(AMO_STD_OF, ) \
    ISHMEMI_AMO_EXT_TYPES(AMO_EXT_OF, ) \
    ISHMEMI_AMO_BIT_TYPES(AMO_BIT_OF, ) \
    ISHMEMI_AMO_FLOAT_TYPES(AMO_FLOAT_OF, )
#define ALL_SETS                       \
    ISHMEMI_WAIT_TYPES(SETS_OF_TYPE, ) \
    SETS_OF(signal, uint64_t, uint64)

#define NAME_COPIES(NAME, TYPE, A) EACH(copies_##NAME) EACH(strided_##NAME)
#define NAME_MOVES(NAME, TYPE, A) EACH(moves_##NAME)
#define NAME_BITS(NAME, TYPE, A) EACH(bits_##NAME)
#define NAME_NUMBERS(NAME, TYPE, A) EACH(numbers_##NAME)
#define NAME_VALUES(NAME, TYPE, A) EACH(values_##NAME)
#define NAME_WAITS(NAME, TYPE, A) EACH(waits_##NAME)
#define NAME_SETS(NAME, TYPE, A) EACH(sets_##NAME)
#define NAME_STD(NAME, TYPE, A) EACH(amo_std_##NAME)
#define NAME_EXT(NAME, TYPE, A) EACH(amo_ext_##NAME)
#define NAME_BIT(NAME, TYPE, A) EACH(amo_bit_##NAME)
#define NAME_FLOAT(NAME, TYPE, A) EACH(amo_float_##NAME)
/* EACH of what every caller has. */
/* clang-format off */
#define EACH_OF_MOVES                                                                  \
    ISHMEMI_RMA_TYPES(NAME_COPIES, )                                                   \
    NAME_COPIES(half, , ) NAME_COPIES(bfloat16, , )                                    \
    NAME_COPIES(8, , ) NAME_COPIES(16, , ) NAME_COPIES(32, , ) NAME_COPIES(64, , )     \
    NAME_COPIES(128, , ) EACH(copies_mem)                                              \
    ISHMEMI_RMA_TYPES(NAME_MOVES, )                                                    \
    NAME_MOVES(half, , ) NAME_MOVES(bfloat16, , ) EACH(moves_mem) EACH(syncs)
#define EACH_OF_REDUCTIONS                                                             \
    ISHMEMI_REDUCE_STD_BIT_TYPES(NAME_BITS, ) ISHMEMI_REDUCE_ARITH_TYPES(NAME_NUMBERS, )   \
    EACH(halves_half) EACH(halves_bfloat16)
/* Of what work-groups do not have, and of what only the host and work-items have. */
#define EACH_OF_LISTS                                                                  \
    ISHMEMI_RMA_TYPES(NAME_VALUES, ) NAME_VALUES(half, , ) NAME_VALUES(bfloat16, , )   \
    ISHMEMI_WAIT_TYPES(NAME_WAITS, ) EACH(waits_signal)
#define EACH_OF_SINGLE                                                                 \
    ISHMEMI_AMO_STD_TYPES(NAME_STD, ) ISHMEMI_AMO_EXT_TYPES(NAME_EXT, )                \
    ISHMEMI_AMO_BIT_TYPES(NAME_BIT, ) ISHMEMI_AMO_FLOAT_TYPES(NAME_FLOAT, )            \
    ISHMEMI_WAIT_TYPES(NAME_SETS, ) EACH(sets_signal) EACH(queries)
/* clang-format on */

#endif
