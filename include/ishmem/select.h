/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The names without a type, for C11, and for OpenSHMEM's shmem.h: ishmem_put(dest, source, nelems,
 * pe) is the put of the type that dest points to.  With a context as an additional first argument
 * it is the put on that context.  A macro only selects the routine, by its first argument or, if
 * that is a context, by its second.  The compiler then checks the arguments against the routine's
 * prototype.  If the routine does not exist for a type, the compiler's error lists the types for
 * which it does.
 *
 * A pointer to const also selects a routine that only reads through its first pointer.  Other
 * parameters accept one as declared.  The macros themselves are in routines.h and queue_routines.h.
 */
// IWYU pragma: private, include <ishmem.h>
#ifndef ISHMEM_SELECT_H
#define ISHMEM_SELECT_H

/* As in ishmem.h. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC system_header
#endif

#include "types.h"

struct ishmemi_state; /* a context is a pointer to it */

/* The types of C, which include those of exact width.  These lists are separate from those of
 * type_lists.h, so that a generic name can be used in the expansion of one of those. */
#define ISHMEMI_C_STD(X, A)    \
    X(int, int, A)             \
    X(long, long, A)           \
    X(longlong, long long, A)  \
    X(uint, unsigned int, A)   \
    X(ulong, unsigned long, A) \
    X(ulonglong, unsigned long long, A)
#define ISHMEMI_C_WAIT(X, A)     \
    X(short, short, A)           \
    X(ushort, unsigned short, A) \
    ISHMEMI_C_STD(X, A)
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
#define ISHMEMI_C_HOST_RMA(X, A)  \
    X(longdouble, long double, A) \
    ISHMEMI_C_RMA(X, A)
#define ISHMEMI_C_HOST_SUM(X, A)    \
    X(complexf, float _Complex, A)  \
    X(complexd, double _Complex, A) \
    ISHMEMI_C_HOST_RMA(X, A)
/* The exact-width types are among these. */
#define ISHMEMI_C_REDUCE_BIT(X, A) \
    X(int8, signed char, A)        \
    X(uchar, unsigned char, A)     \
    X(int16, short, A)             \
    X(ushort, unsigned short, A)   \
    ISHMEMI_C_BIT(X, A)

/* Associates a type with its routine, where A is (prefix, routine), or with the fact that it has
 * one. */
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
        (FIRST), TYPES(ISHMEMI_CASE##READ, (PREFIX, ROUTINE)) struct ishmemi_state *               \
        : _Generic((SECOND), TYPES(ISHMEMI_CASE##READ, (PREFIX##_ctx, ROUTINE)) default            \
                   : ishmemi_refused),                                                             \
          default                                                                                  \
        : ISHMEMI_REFUSE(                                                                          \
            _Generic((FIRST), TYPES(ISHMEMI_KNOWN##READ, ) struct ishmemi_state *                  \
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

/* The routine that the arguments after a team select. */
#define ISHMEMI_GENERIC_TEAM(TYPES, PREFIX, ROUTINE, ...)                       \
    ISHMEMI_SELECT(, ISHMEMI_C_##TYPES, ISHMEMI_NEEDS_##TYPES, PREFIX, ROUTINE, \
                   ISHMEMI_SECOND(__VA_ARGS__), ishmemi_refused_team)

#endif
