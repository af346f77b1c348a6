/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The names without a type, for C11: ishmem_put(dest, source, nelems, pe) is the put of the type
 * that dest points to, and with a context before its arguments the put on that context.  A type
 * that the routine does not exist for, and a wrong number of arguments, are errors at compile
 * time.
 *
 * Where a routine's first argument is read only, a pointer to const selects as well; all others
 * take it by their parameters.
 */
#ifndef ISHMEM_GENERIC_H
#define ISHMEM_GENERIC_H

#include "types.h"

/* The types of C; the exact-width ones are among them.  These lists are apart from those of
 * type_lists.h, so that a generic name may stand in what one of those expands to. */
#define ISHMEMI_C_AMO_STD(X, A)                                                                  \
    X(int, int, A)                                                                               \
    X(long, long, A)                                                                             \
    X(longlong, long long, A)                                                                    \
    X(uint, unsigned int, A)                                                                     \
    X(ulong, unsigned long, A)                                                                   \
    X(ulonglong, unsigned long long, A)
#define ISHMEMI_C_AMO_EXT(X, A)                                                                  \
    X(float, float, A)                                                                           \
    X(double, double, A)                                                                         \
    ISHMEMI_C_AMO_STD(X, A)
#define ISHMEMI_C_AMO_BIT(X, A)                                                                  \
    X(uint, unsigned int, A)                                                                     \
    X(ulong, unsigned long, A)                                                                   \
    X(ulonglong, unsigned long long, A)                                                          \
    X(int32, int32_t, A)                                                                         \
    X(int64, int64_t, A)
#define ISHMEMI_C_RMA(X, A)                                                                      \
    X(char, char, A)                                                                             \
    X(schar, signed char, A)                                                                     \
    X(uchar, unsigned char, A)                                                                   \
    X(short, short, A)                                                                           \
    X(ushort, unsigned short, A)                                                                 \
    ISHMEMI_C_AMO_EXT(X, A)

/* An association of a type with its routine; A is (prefix, routine).  The last one, which no
 * pointer of a program selects, is there for the comma before it. */
#define ISHMEMI_ROUTINE(NAME, PREFIX, ROUTINE) PREFIX##_##NAME##_##ROUTINE
#define ISHMEMI_CALL(MACRO, ARGUMENTS) MACRO ARGUMENTS
#define ISHMEMI_UNPACK(PREFIX, ROUTINE) PREFIX, ROUTINE
#define ISHMEMI_CASE(NAME, TYPE, A) \
    TYPE *: ISHMEMI_CALL(ISHMEMI_ROUTINE, (NAME, ISHMEMI_UNPACK A)),
#define ISHMEMI_CASE_READ(NAME, TYPE, A) \
    ISHMEMI_CASE(NAME, TYPE, A) const ISHMEMI_CASE(NAME, TYPE, A)
#define ISHMEMI_SELECT(CASE, TYPES, PREFIX, ROUTINE, POINTER) \
    _Generic((POINTER), TYPES(CASE, (PREFIX, ROUTINE)) struct ishmemi_nothing *: 0)

/* The routine without and with a context before its arguments. */
#define ISHMEMI_FIRST(FIRST, ...) FIRST
#define ISHMEMI_SECOND(FIRST, SECOND, ...) SECOND
#define ISHMEMI_WITHOUT_CTX(CASE, TYPES, PREFIX, ROUTINE, ...)                                   \
    ISHMEMI_SELECT(CASE, TYPES, PREFIX, ROUTINE, ISHMEMI_FIRST(__VA_ARGS__, ))(__VA_ARGS__)
#define ISHMEMI_WITH_CTX(CASE, TYPES, PREFIX, ROUTINE, ...)                                      \
    ISHMEMI_SELECT(CASE, TYPES, PREFIX##_ctx, ROUTINE, ISHMEMI_SECOND(__VA_ARGS__, ))(__VA_ARGS__)

/* ISHMEMI_FORM_n_m: what a call with m arguments means for a routine of n. */
#define ISHMEMI_FORM_2_2 ISHMEMI_WITHOUT_CTX
#define ISHMEMI_FORM_2_3 ISHMEMI_WITH_CTX
#define ISHMEMI_FORM_3_3 ISHMEMI_WITHOUT_CTX
#define ISHMEMI_FORM_3_4 ISHMEMI_WITH_CTX
#define ISHMEMI_FORM_4_4 ISHMEMI_WITHOUT_CTX
#define ISHMEMI_FORM_4_5 ISHMEMI_WITH_CTX
#define ISHMEMI_FORM_5_5 ISHMEMI_WITHOUT_CTX
#define ISHMEMI_FORM_5_6 ISHMEMI_WITH_CTX
#define ISHMEMI_FORM_6_6 ISHMEMI_WITHOUT_CTX
#define ISHMEMI_FORM_6_7 ISHMEMI_WITH_CTX
#define ISHMEMI_FORM_7_7 ISHMEMI_WITHOUT_CTX
#define ISHMEMI_FORM_7_8 ISHMEMI_WITH_CTX
#define ISHMEMI_NINTH(A, B, C, D, E, F, G, H, I, ...) I
#define ISHMEMI_COUNT(...) ISHMEMI_NINTH(__VA_ARGS__, 8, 7, 6, 5, 4, 3, 2, 1, )
#define ISHMEMI_FORM(N, M) ISHMEMI_FORM_##N##_##M

#define ISHMEMI_GENERIC_CASE(CASE, TYPES, PREFIX, ROUTINE, N, ...)                               \
    ISHMEMI_CALL(ISHMEMI_FORM, (N, ISHMEMI_COUNT(__VA_ARGS__)))                                  \
    (CASE, TYPES, PREFIX, ROUTINE, __VA_ARGS__)
#define ISHMEMI_GENERIC(TYPES, PREFIX, ROUTINE, N, ...) \
    ISHMEMI_GENERIC_CASE(ISHMEMI_CASE, TYPES, PREFIX, ROUTINE, N, __VA_ARGS__)
#define ISHMEMI_GENERIC_READ(TYPES, PREFIX, ROUTINE, N, ...) \
    ISHMEMI_GENERIC_CASE(ISHMEMI_CASE_READ, TYPES, PREFIX, ROUTINE, N, __VA_ARGS__)
/* Routines that have no form with a context. */
#define ISHMEMI_GENERIC_OWN(ROUTINE, ...)                                                        \
    ISHMEMI_WITHOUT_CTX(ISHMEMI_CASE, ISHMEMI_C_AMO_STD, ishmem, ROUTINE, __VA_ARGS__)

/* ---- Remote memory access, signals --------------------------------------------------------- */

#define ishmem_put(...) ISHMEMI_GENERIC(ISHMEMI_C_RMA, ishmem, put, 4, __VA_ARGS__)
#define ishmem_get(...) ISHMEMI_GENERIC(ISHMEMI_C_RMA, ishmem, get, 4, __VA_ARGS__)
#define ishmem_put_nbi(...) ISHMEMI_GENERIC(ISHMEMI_C_RMA, ishmem, put_nbi, 4, __VA_ARGS__)
#define ishmem_get_nbi(...) ISHMEMI_GENERIC(ISHMEMI_C_RMA, ishmem, get_nbi, 4, __VA_ARGS__)
#define ishmem_iput(...) ISHMEMI_GENERIC(ISHMEMI_C_RMA, ishmem, iput, 6, __VA_ARGS__)
#define ishmem_iget(...) ISHMEMI_GENERIC(ISHMEMI_C_RMA, ishmem, iget, 6, __VA_ARGS__)
#define ishmemx_ibput(...) ISHMEMI_GENERIC(ISHMEMI_C_RMA, ishmemx, ibput, 7, __VA_ARGS__)
#define ishmemx_ibget(...) ISHMEMI_GENERIC(ISHMEMI_C_RMA, ishmemx, ibget, 7, __VA_ARGS__)
#define ishmem_p(...) ISHMEMI_GENERIC(ISHMEMI_C_RMA, ishmem, p, 3, __VA_ARGS__)
#define ishmem_g(...) ISHMEMI_GENERIC_READ(ISHMEMI_C_RMA, ishmem, g, 2, __VA_ARGS__)
#define ishmem_put_signal(...) ISHMEMI_GENERIC(ISHMEMI_C_RMA, ishmem, put_signal, 7, __VA_ARGS__)
#define ishmem_put_signal_nbi(...) \
    ISHMEMI_GENERIC(ISHMEMI_C_RMA, ishmem, put_signal_nbi, 7, __VA_ARGS__)

/* ---- Atomic memory operations -------------------------------------------------------------- */

#define ishmem_atomic_fetch(...) \
    ISHMEMI_GENERIC_READ(ISHMEMI_C_AMO_EXT, ishmem, atomic_fetch, 2, __VA_ARGS__)
#define ishmem_atomic_set(...) \
    ISHMEMI_GENERIC(ISHMEMI_C_AMO_EXT, ishmem, atomic_set, 3, __VA_ARGS__)
#define ishmem_atomic_swap(...) \
    ISHMEMI_GENERIC(ISHMEMI_C_AMO_EXT, ishmem, atomic_swap, 3, __VA_ARGS__)
#define ishmem_atomic_fetch_nbi(...) \
    ISHMEMI_GENERIC(ISHMEMI_C_AMO_EXT, ishmem, atomic_fetch_nbi, 3, __VA_ARGS__)
#define ishmem_atomic_swap_nbi(...) \
    ISHMEMI_GENERIC(ISHMEMI_C_AMO_EXT, ishmem, atomic_swap_nbi, 4, __VA_ARGS__)

#define ishmem_atomic_compare_swap(...) \
    ISHMEMI_GENERIC(ISHMEMI_C_AMO_STD, ishmem, atomic_compare_swap, 4, __VA_ARGS__)
#define ishmem_atomic_fetch_inc(...) \
    ISHMEMI_GENERIC(ISHMEMI_C_AMO_STD, ishmem, atomic_fetch_inc, 2, __VA_ARGS__)
#define ishmem_atomic_inc(...) \
    ISHMEMI_GENERIC(ISHMEMI_C_AMO_STD, ishmem, atomic_inc, 2, __VA_ARGS__)
#define ishmem_atomic_compare_swap_nbi(...) \
    ISHMEMI_GENERIC(ISHMEMI_C_AMO_STD, ishmem, atomic_compare_swap_nbi, 5, __VA_ARGS__)
#define ishmem_atomic_fetch_inc_nbi(...) \
    ISHMEMI_GENERIC(ISHMEMI_C_AMO_STD, ishmem, atomic_fetch_inc_nbi, 3, __VA_ARGS__)
/* Also of floating point. */
#define ishmem_atomic_fetch_add(...) \
    ISHMEMI_GENERIC(ISHMEMI_C_AMO_EXT, ishmem, atomic_fetch_add, 3, __VA_ARGS__)
#define ishmem_atomic_add(...) \
    ISHMEMI_GENERIC(ISHMEMI_C_AMO_EXT, ishmem, atomic_add, 3, __VA_ARGS__)
#define ishmem_atomic_fetch_add_nbi(...) \
    ISHMEMI_GENERIC(ISHMEMI_C_AMO_EXT, ishmem, atomic_fetch_add_nbi, 4, __VA_ARGS__)

#define ishmem_atomic_fetch_and(...) \
    ISHMEMI_GENERIC(ISHMEMI_C_AMO_BIT, ishmem, atomic_fetch_and, 3, __VA_ARGS__)
#define ishmem_atomic_and(...) \
    ISHMEMI_GENERIC(ISHMEMI_C_AMO_BIT, ishmem, atomic_and, 3, __VA_ARGS__)
#define ishmem_atomic_fetch_or(...) \
    ISHMEMI_GENERIC(ISHMEMI_C_AMO_BIT, ishmem, atomic_fetch_or, 3, __VA_ARGS__)
#define ishmem_atomic_or(...) \
    ISHMEMI_GENERIC(ISHMEMI_C_AMO_BIT, ishmem, atomic_or, 3, __VA_ARGS__)
#define ishmem_atomic_fetch_xor(...) \
    ISHMEMI_GENERIC(ISHMEMI_C_AMO_BIT, ishmem, atomic_fetch_xor, 3, __VA_ARGS__)
#define ishmem_atomic_xor(...) \
    ISHMEMI_GENERIC(ISHMEMI_C_AMO_BIT, ishmem, atomic_xor, 3, __VA_ARGS__)
#define ishmem_atomic_fetch_and_nbi(...) \
    ISHMEMI_GENERIC(ISHMEMI_C_AMO_BIT, ishmem, atomic_fetch_and_nbi, 4, __VA_ARGS__)
#define ishmem_atomic_fetch_or_nbi(...) \
    ISHMEMI_GENERIC(ISHMEMI_C_AMO_BIT, ishmem, atomic_fetch_or_nbi, 4, __VA_ARGS__)
#define ishmem_atomic_fetch_xor_nbi(...) \
    ISHMEMI_GENERIC(ISHMEMI_C_AMO_BIT, ishmem, atomic_fetch_xor_nbi, 4, __VA_ARGS__)

/* ---- Point-to-point synchronisation -------------------------------------------------------- */

#define ishmem_wait_until(...) ISHMEMI_GENERIC_OWN(wait_until, __VA_ARGS__)
#define ishmem_wait_until_all(...) ISHMEMI_GENERIC_OWN(wait_until_all, __VA_ARGS__)
#define ishmem_wait_until_any(...) ISHMEMI_GENERIC_OWN(wait_until_any, __VA_ARGS__)
#define ishmem_wait_until_some(...) ISHMEMI_GENERIC_OWN(wait_until_some, __VA_ARGS__)
#define ishmem_wait_until_all_vector(...) ISHMEMI_GENERIC_OWN(wait_until_all_vector, __VA_ARGS__)
#define ishmem_wait_until_any_vector(...) ISHMEMI_GENERIC_OWN(wait_until_any_vector, __VA_ARGS__)
#define ishmem_wait_until_some_vector(...) ISHMEMI_GENERIC_OWN(wait_until_some_vector, __VA_ARGS__)
#define ishmem_test(...) ISHMEMI_GENERIC_OWN(test, __VA_ARGS__)
#define ishmem_test_all(...) ISHMEMI_GENERIC_OWN(test_all, __VA_ARGS__)
#define ishmem_test_any(...) ISHMEMI_GENERIC_OWN(test_any, __VA_ARGS__)
#define ishmem_test_some(...) ISHMEMI_GENERIC_OWN(test_some, __VA_ARGS__)
#define ishmem_test_all_vector(...) ISHMEMI_GENERIC_OWN(test_all_vector, __VA_ARGS__)
#define ishmem_test_any_vector(...) ISHMEMI_GENERIC_OWN(test_any_vector, __VA_ARGS__)
#define ishmem_test_some_vector(...) ISHMEMI_GENERIC_OWN(test_some_vector, __VA_ARGS__)

#endif
