/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The names without a type, for C11: ishmem_put(dest, source, nelems, pe) is the put of the type that
 * dest points to.  With a context as an additional first argument it is the put on that context.  A
 * macro only selects the routine, by its first argument or, if that is a context, by its second.  The
 * compiler then checks the arguments against the routine's prototype.  If the routine does not exist for
 * a type, the compiler's error lists the types for which it does.
 *
 * A pointer to const also selects a routine that only reads through its first pointer.  Other parameters
 * accept one as declared.
 */
// IWYU pragma: private, include <ishmem.h>
#ifndef ISHMEM_GENERIC_H
#define ISHMEM_GENERIC_H

/* As in ishmem.h. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC system_header
#endif

#include "types.h"

/* The types of C, which include those of exact width.  These lists are separate from those of
 * type_lists.h, so that a generic name can be used in the expansion of one of those. */
#define ISHMEMI_C_STD(X, A)    \
    X(int, int, A)             \
    X(long, long, A)           \
    X(longlong, long long, A)  \
    X(uint, unsigned int, A)   \
    X(ulong, unsigned long, A) \
    X(ulonglong, unsigned long long, A)
#define ISHMEMI_C_EXT(X, A) \
    X(float, float, A)      \
    X(double, double, A)    \
    ISHMEMI_C_STD(X, A)
#define ISHMEMI_C_BIT(X, A)             \
    X(uint, unsigned int, A)            \
    X(ulong, unsigned long, A)          \
    X(ulonglong, unsigned long long, A) \
    X(int32, int32_t, A)                \
    X(int64, int64_t, A)
#define ISHMEMI_C_RMA(X, A)      \
    X(char, char, A)             \
    X(schar, signed char, A)     \
    X(uchar, unsigned char, A)   \
    X(short, short, A)           \
    X(ushort, unsigned short, A) \
    ISHMEMI_C_EXT(X, A)

/* Associates a type with its routine, where A is (prefix, routine), or with the fact that it has one. */
#define ISHMEMI_CALL(MACRO, ARGUMENTS) MACRO ARGUMENTS
#define ISHMEMI_UNPACK(PREFIX, ROUTINE) PREFIX, ROUTINE
#define ISHMEMI_ROUTINE(NAME, PREFIX, ROUTINE) PREFIX##_##NAME##_##ROUTINE
#define ISHMEMI_CASE(NAME, TYPE, A) \
    TYPE * : ISHMEMI_CALL(ISHMEMI_ROUTINE, (NAME, ISHMEMI_UNPACK A)),
#define ISHMEMI_CASE_READ(NAME, TYPE, A) \
    ISHMEMI_CASE(NAME, TYPE, A) const ISHMEMI_CASE(NAME, TYPE, A)
#define ISHMEMI_KNOWN(NAME, TYPE, A) TYPE * : 1,
#define ISHMEMI_KNOWN_READ(NAME, TYPE, A) TYPE * : 1, const TYPE * : 1,

/* Selected for any other type: a function that accepts all arguments and does not exist, after the
 * assertion that it is not selected. */
int ishmemi_refused(const volatile void *data, ...);
int ishmemi_refused_team(ishmem_team_t team, ...);
#define ISHMEMI_REFUSE(HOLDS, SENTENCE, REFUSED) \
    (sizeof(struct {                             \
         _Static_assert(HOLDS, SENTENCE);        \
         int member;                             \
     }) > 0                                      \
         ? REFUSED                               \
         : 0)

/* The routine of the type that POINTER points to. */
#define ISHMEMI_SELECT(READ, TYPES, NEEDS, PREFIX, ROUTINE, POINTER, REFUSED)                \
    _Generic((POINTER), TYPES(ISHMEMI_CASE##READ, (PREFIX, ROUTINE)) default                 \
             : ISHMEMI_REFUSE(_Generic((POINTER), TYPES(ISHMEMI_KNOWN##READ, ) default : 0), \
                              #PREFIX "_" #ROUTINE " is for " NEEDS, REFUSED))
/* The same, or the routine on a context if FIRST is one; SECOND is the argument after FIRST. */
#define ISHMEMI_SELECT_CTX(READ, TYPES, NEEDS, PREFIX, ROUTINE, FIRST, SECOND)                     \
    _Generic(                                                                                      \
        (FIRST), TYPES(ISHMEMI_CASE##READ, (PREFIX, ROUTINE)) ishmem_ctx_t                         \
        : _Generic((SECOND), TYPES(ISHMEMI_CASE##READ, (PREFIX##_ctx, ROUTINE)) default            \
                   : ishmemi_refused),                                                             \
          default                                                                                  \
        : ISHMEMI_REFUSE(                                                                          \
            _Generic((FIRST), TYPES(ISHMEMI_KNOWN##READ, ) ishmem_ctx_t                            \
                     : _Generic((SECOND), TYPES(ISHMEMI_KNOWN##READ, ) default : 0), default : 0), \
            #PREFIX "_" #ROUTINE " is for " NEEDS, ishmemi_refused))

/* The first and the second argument of a list; 0 if there is none. */
#define ISHMEMI_FIRST(...) ISHMEMI_FIRST_OF(__VA_ARGS__, 0)
#define ISHMEMI_FIRST_OF(FIRST, ...) FIRST
#define ISHMEMI_SECOND(...) ISHMEMI_SECOND_OF(__VA_ARGS__, 0, 0)
#define ISHMEMI_SECOND_OF(FIRST, SECOND, ...) SECOND

/* The routine that the arguments select; READ is _READ or nothing. */
#define ISHMEMI_GENERIC(READ, TYPES, PREFIX, ROUTINE, ...)                              \
    ISHMEMI_SELECT_CTX(READ, ISHMEMI_C_##TYPES, ISHMEMI_NEEDS_##TYPES, PREFIX, ROUTINE, \
                       ISHMEMI_FIRST(__VA_ARGS__), ISHMEMI_SECOND(__VA_ARGS__))
/* The same for routines that have no form with a context. */
#define ISHMEMI_GENERIC_OWN(READ, TYPES, PREFIX, ROUTINE, ...)                      \
    ISHMEMI_SELECT(READ, ISHMEMI_C_##TYPES, ISHMEMI_NEEDS_##TYPES, PREFIX, ROUTINE, \
                   ISHMEMI_FIRST(__VA_ARGS__), ishmemi_refused)

/* ---- Remote memory access, signals --------------------------------------------------------- */

#define ishmem_put(...) ISHMEMI_GENERIC(, RMA, ishmem, put, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_get(...) ISHMEMI_GENERIC(, RMA, ishmem, get, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_put_nbi(...) ISHMEMI_GENERIC(, RMA, ishmem, put_nbi, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_get_nbi(...) ISHMEMI_GENERIC(, RMA, ishmem, get_nbi, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_iput(...) ISHMEMI_GENERIC(, RMA, ishmem, iput, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_iget(...) ISHMEMI_GENERIC(, RMA, ishmem, iget, __VA_ARGS__)(__VA_ARGS__)
#define ishmemx_ibput(...) ISHMEMI_GENERIC(, RMA, ishmemx, ibput, __VA_ARGS__)(__VA_ARGS__)
#define ishmemx_ibget(...) ISHMEMI_GENERIC(, RMA, ishmemx, ibget, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_p(...) ISHMEMI_GENERIC(, RMA, ishmem, p, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_g(...) ISHMEMI_GENERIC(_READ, RMA, ishmem, g, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_put_signal(...) ISHMEMI_GENERIC(, RMA, ishmem, put_signal, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_put_signal_nbi(...) \
    ISHMEMI_GENERIC(, RMA, ishmem, put_signal_nbi, __VA_ARGS__)(__VA_ARGS__)

/* ---- Atomic memory operations -------------------------------------------------------------- */

#define ishmem_atomic_fetch(...) \
    ISHMEMI_GENERIC(_READ, EXT, ishmem, atomic_fetch, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_atomic_set(...) ISHMEMI_GENERIC(, EXT, ishmem, atomic_set, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_atomic_swap(...) \
    ISHMEMI_GENERIC(, EXT, ishmem, atomic_swap, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_atomic_fetch_nbi(...) \
    ISHMEMI_GENERIC(, EXT, ishmem, atomic_fetch_nbi, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_atomic_swap_nbi(...) \
    ISHMEMI_GENERIC(, EXT, ishmem, atomic_swap_nbi, __VA_ARGS__)(__VA_ARGS__)

#define ishmem_atomic_compare_swap(...) \
    ISHMEMI_GENERIC(, STD, ishmem, atomic_compare_swap, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_atomic_fetch_inc(...) \
    ISHMEMI_GENERIC(, STD, ishmem, atomic_fetch_inc, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_atomic_inc(...) ISHMEMI_GENERIC(, STD, ishmem, atomic_inc, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_atomic_compare_swap_nbi(...) \
    ISHMEMI_GENERIC(, STD, ishmem, atomic_compare_swap_nbi, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_atomic_fetch_inc_nbi(...) \
    ISHMEMI_GENERIC(, STD, ishmem, atomic_fetch_inc_nbi, __VA_ARGS__)(__VA_ARGS__)
/* Operations that also exist for floating point. */
#define ishmem_atomic_fetch_add(...) \
    ISHMEMI_GENERIC(, EXT, ishmem, atomic_fetch_add, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_atomic_add(...) ISHMEMI_GENERIC(, EXT, ishmem, atomic_add, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_atomic_fetch_add_nbi(...) \
    ISHMEMI_GENERIC(, EXT, ishmem, atomic_fetch_add_nbi, __VA_ARGS__)(__VA_ARGS__)

#define ishmem_atomic_fetch_and(...) \
    ISHMEMI_GENERIC(, BIT, ishmem, atomic_fetch_and, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_atomic_and(...) ISHMEMI_GENERIC(, BIT, ishmem, atomic_and, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_atomic_fetch_or(...) \
    ISHMEMI_GENERIC(, BIT, ishmem, atomic_fetch_or, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_atomic_or(...) ISHMEMI_GENERIC(, BIT, ishmem, atomic_or, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_atomic_fetch_xor(...) \
    ISHMEMI_GENERIC(, BIT, ishmem, atomic_fetch_xor, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_atomic_xor(...) ISHMEMI_GENERIC(, BIT, ishmem, atomic_xor, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_atomic_fetch_and_nbi(...) \
    ISHMEMI_GENERIC(, BIT, ishmem, atomic_fetch_and_nbi, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_atomic_fetch_or_nbi(...) \
    ISHMEMI_GENERIC(, BIT, ishmem, atomic_fetch_or_nbi, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_atomic_fetch_xor_nbi(...) \
    ISHMEMI_GENERIC(, BIT, ishmem, atomic_fetch_xor_nbi, __VA_ARGS__)(__VA_ARGS__)

/* ---- Point-to-point synchronisation -------------------------------------------------------- */

#define ishmem_wait_until(...) \
    ISHMEMI_GENERIC_OWN(, STD, ishmem, wait_until, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_wait_until_all(...) \
    ISHMEMI_GENERIC_OWN(, STD, ishmem, wait_until_all, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_wait_until_any(...) \
    ISHMEMI_GENERIC_OWN(, STD, ishmem, wait_until_any, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_wait_until_some(...) \
    ISHMEMI_GENERIC_OWN(, STD, ishmem, wait_until_some, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_wait_until_all_vector(...) \
    ISHMEMI_GENERIC_OWN(, STD, ishmem, wait_until_all_vector, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_wait_until_any_vector(...) \
    ISHMEMI_GENERIC_OWN(, STD, ishmem, wait_until_any_vector, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_wait_until_some_vector(...) \
    ISHMEMI_GENERIC_OWN(, STD, ishmem, wait_until_some_vector, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_test(...) ISHMEMI_GENERIC_OWN(, STD, ishmem, test, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_test_all(...) ISHMEMI_GENERIC_OWN(, STD, ishmem, test_all, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_test_any(...) ISHMEMI_GENERIC_OWN(, STD, ishmem, test_any, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_test_some(...) \
    ISHMEMI_GENERIC_OWN(, STD, ishmem, test_some, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_test_all_vector(...) \
    ISHMEMI_GENERIC_OWN(, STD, ishmem, test_all_vector, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_test_any_vector(...) \
    ISHMEMI_GENERIC_OWN(, STD, ishmem, test_any_vector, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_test_some_vector(...) \
    ISHMEMI_GENERIC_OWN(, STD, ishmem, test_some_vector, __VA_ARGS__)(__VA_ARGS__)

#endif
