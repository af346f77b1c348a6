/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The rows of OpenSHMEM's headers, from the lists of src/openshmem and ishmem/routine_lists.h; see
 * rows.c.
 */
#include "ishmem/select.h"
#include "openshmem/families.h"
#include "openshmem/routines.h"
#include "reads.h"

/* Calls of these stay in the headers, whose includer expands them. */
#undef ISHMEMI_GENERIC
#undef ISHMEMI_GENERIC_OWN
#undef ISHMEMI_GENERIC_TEAM
/* Teams under the name that they have there. */
#undef ISHMEMI_TEAM_PARAMETER
#define ISHMEMI_TEAM_PARAMETER shmem_team_t team

#define DECLARE(RESULT, NAME, PARAMETERS, ARGUMENTS, TARGET) LINE RESULT shmem_##NAME PARAMETERS;
#define OWN(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) \
    LINE RESULT shmem_##NAME##_##ROUTINE(ISHMEMI_PARAMETERS_##KIND(TYPE));
#define BOTH(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) \
    OWN(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND)      \
    LINE RESULT shmem_ctx_##NAME##_##ROUTINE(shmem_ctx_t ctx, ISHMEMI_PARAMETERS_##KIND(TYPE));
#define SIZED(SIZE, BYTES, PREFIX, HEAD, TAIL, KIND)                     \
    LINE void shmem_##HEAD##SIZE##TAIL(ISHMEMI_PARAMETERS_##KIND(void)); \
    LINE void shmem_ctx_##HEAD##SIZE##TAIL(shmem_ctx_t ctx, ISHMEMI_PARAMETERS_##KIND(void));
#define OWN_SIZED(SIZE, BYTES, PREFIX, HEAD, TAIL, KIND) \
    LINE int shmem_##HEAD##SIZE(ISHMEMI_PARAMETERS_##KIND(void));

#define OLD(NAME, TYPE, A) OPENSHMEM_OLD_AMOS(DECLARE, NAME, TYPE)
#define OLD_NUMBERS(NAME, TYPE, A) OPENSHMEM_OLD_NUMBER_AMOS(DECLARE, NAME, TYPE)
#define TO_ALL(NAME, TYPE, OP_NAME, OP, KIND) \
    LINE void shmem_##NAME##_##OP_NAME##_to_all(OPENSHMEM_REDUCTION_PARAMETERS(TYPE));

PART(openshmem_routines)
HEADING("Setup, exit and query")
OPENSHMEM_OWN(DECLARE)
OPENSHMEM_SETUP(DECLARE)
HEADING("Memory management")
OPENSHMEM_MEMORY(DECLARE)
HEADING("Teams and contexts")
OPENSHMEM_TEAMS(DECLARE)
OPENSHMEM_NEW_TEAMS(DECLARE)
OPENSHMEM_CONTEXTS(DECLARE)
HEADING("Signals")
OPENSHMEM_SIGNALS(DECLARE)
HEADING("Memory ordering, locks, barriers")
OPENSHMEM_ORDER(DECLARE)
HEADING("Remote memory access, point-to-point synchronisation, atomic memory operations")
OPENSHMEM_POINT_TO_POINT(BOTH, OWN, SIZED)
HEADING("Collectives of teams")
OPENSHMEM_COLLECTIVES(OWN, OWN_SIZED)
HEADING("Deprecated: collectives of active sets")
OPENSHMEM_SET_SYNCS(DECLARE)
OPENSHMEM_SET_MOVES(DECLARE, 32)
OPENSHMEM_SET_MOVES(DECLARE, 64)
OPENSHMEM_SET_REDUCTIONS(TO_ALL)
HEADING("Deprecated: atomic memory operations and waits")
OPENSHMEM_OLD_TYPES(OLD, )
OPENSHMEM_OLD_NUMBERS(OLD_NUMBERS, )
OPENSHMEM_OLD_WAITS(DECLARE)
HEADING("Removed in version 1.5: caches")
OPENSHMEM_CACHES(DECLARE)
OPENSHMEM_CACHE_LINES(DECLARE)

PART(openshmem_of_long)
OPENSHMEM_OF_LONG(DECLARE)

#define BARE(RESULT, NAME, PARAMETERS, ARGUMENTS, TARGET) LINE RESULT NAME PARAMETERS;
PART(openshmem_bare)
OPENSHMEM_START(BARE)
OPENSHMEM_BARE(BARE)

/* ---- Names without a type: macros in C11, overloads in C++ --------------------------------------- */

#define GENERIC(READ, TYPES, ROUTINE) \
    LINE DEFINE shmem_##ROUTINE(...)  \
        ISHMEMI_GENERIC(READ, TYPES, shmem, ROUTINE, VARIADIC)(VARIADIC)
#define GENERIC_OWN(TYPES, ROUTINE)  \
    LINE DEFINE shmem_##ROUTINE(...) \
        ISHMEMI_GENERIC_OWN(, TYPES, shmem, ROUTINE, VARIADIC)(VARIADIC)
#define GENERIC_TEAM(TYPES, ROUTINE) \
    LINE DEFINE shmem_##ROUTINE(...) ISHMEMI_GENERIC_TEAM(TYPES, shmem, ROUTINE, VARIADIC)(VARIADIC)
#define OF_RMA(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) GENERIC(READ_##KIND, HOST_RMA, ROUTINE)
#define OF_STD(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) GENERIC(READ_##KIND, STD, ROUTINE)
#define OF_EXT(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) GENERIC(READ_##KIND, EXT, ROUTINE)
#define OF_BIT(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) GENERIC(READ_##KIND, BIT, ROUTINE)
#define OF_WAIT(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) GENERIC_OWN(WAIT, ROUTINE)
#define OF_TEAM_RMA(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) GENERIC_TEAM(HOST_RMA, ROUTINE)
#define OF_TEAM_SUM(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) GENERIC_TEAM(HOST_SUM, ROUTINE)
#define OF_TEAM_BIT(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) GENERIC_TEAM(REDUCE_BIT, ROUTINE)

PART(openshmem_generics)
OPENSHMEM_RMA(, int, OF_RMA)
OPENSHMEM_AMO_STD(, int, OF_STD)
OPENSHMEM_AMO_EXT(, int, OF_EXT)
OPENSHMEM_AMO_BIT(, int, OF_BIT)
OPENSHMEM_WAIT(, int, OF_WAIT)
OPENSHMEM_MOVE(, int, OF_TEAM_RMA)
OPENSHMEM_REDUCE_BIT(, int, OF_TEAM_BIT)
OPENSHMEM_REDUCE_EXTREMA(, int, OF_TEAM_RMA)
OPENSHMEM_REDUCE_SUM(, int, OF_TEAM_SUM)
GENERIC_OWN(OLD, cswap)
GENERIC_OWN(OLD, finc)
GENERIC_OWN(OLD, inc)
GENERIC_OWN(OLD, fadd)
GENERIC_OWN(OLD, add)
LINE DEFINE shmem_fetch(...) ISHMEMI_GENERIC_OWN(_READ, OLD_NUMBERS, shmem, fetch, VARIADIC)(
    VARIADIC) GENERIC_OWN(OLD_NUMBERS, set) GENERIC_OWN(OLD_NUMBERS, swap)

#define OVERLOAD(RESULT, ROUTINE, PARAMETERS, FUNCTION, ARGUMENTS) \
    LINE inline RESULT shmem_##ROUTINE PARAMETERS                  \
    {                                                              \
        return FUNCTION ARGUMENTS;                                 \
    }
#define OVER_OWN(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND)                                \
    OVERLOAD(RESULT, ROUTINE, (ISHMEMI_PARAMETERS_##KIND(TYPE)), shmem_##NAME##_##ROUTINE, \
             (ISHMEMI_ARGUMENTS_##KIND))
#define OVER_BOTH(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND)                      \
    OVER_OWN(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND)                           \
    OVERLOAD(RESULT, ROUTINE, (shmem_ctx_t ctx, ISHMEMI_PARAMETERS_##KIND(TYPE)), \
             shmem_ctx_##NAME##_##ROUTINE, (ctx, ISHMEMI_ARGUMENTS_##KIND))
#define OVER_OLD(NAME, TYPE, A)                                                               \
    OVERLOAD(TYPE, cswap, (TYPE * dest, TYPE cond, TYPE value, int pe), shmem_##NAME##_cswap, \
             (dest, cond, value, pe))                                                         \
    OVERLOAD(TYPE, finc, (TYPE * dest, int pe), shmem_##NAME##_finc, (dest, pe))              \
    OVERLOAD(void, inc, (TYPE * dest, int pe), shmem_##NAME##_inc, (dest, pe))                \
    OVERLOAD(TYPE, fadd, (TYPE * dest, TYPE value, int pe), shmem_##NAME##_fadd,              \
             (dest, value, pe))                                                               \
    OVERLOAD(void, add, (TYPE * dest, TYPE value, int pe), shmem_##NAME##_add, (dest, value, pe))
#define OVER_OLD_NUMBERS(NAME, TYPE, A)                                                           \
    OVERLOAD(TYPE, fetch, (const TYPE *source, int pe), shmem_##NAME##_fetch, (source, pe))       \
    OVERLOAD(void, set, (TYPE * dest, TYPE value, int pe), shmem_##NAME##_set, (dest, value, pe)) \
    OVERLOAD(TYPE, swap, (TYPE * dest, TYPE value, int pe), shmem_##NAME##_swap, (dest, value, pe))

/* C's complex types in C++, for the routines that take std::complex. */
#define OVER_C_TEAM(RESULT, NAME, TYPE, ROUTINE, FUNCTION)                             \
    OVERLOAD(                                                                          \
        RESULT, ROUTINE,                                                               \
        (shmem_team_t team, shmemi_##NAME##_t * dest, const shmemi_##NAME##_t *source, \
         size_t nreduce),                                                              \
        FUNCTION,                                                                      \
        (team, reinterpret_cast<TYPE *>(dest), reinterpret_cast<const TYPE *>(source), nreduce))
#define OVER_C(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND)              \
    OVER_C_TEAM(RESULT, NAME, TYPE, ROUTINE, shmem_##NAME##_##ROUTINE) \
    OVER_C_TEAM(RESULT, NAME, TYPE, NAME##_##ROUTINE, shmem_##NAME##_##ROUTINE)
#define OVER_C_SET(NAME, TYPE, OP_NAME, OP, KIND)                                                  \
    OVERLOAD(void, NAME##_##OP_NAME##_to_all, (OPENSHMEM_REDUCTION_PARAMETERS(shmemi_##NAME##_t)), \
             shmem_##NAME##_##OP_NAME##_to_all,                                                    \
             (reinterpret_cast<TYPE *>(dest), reinterpret_cast<const TYPE *>(source), nreduce,     \
              PE_start, logPE_stride, PE_size, reinterpret_cast<TYPE *>(pWrk), pSync))

    PART(openshmem_c_complex) ISHMEMI_COMPLEX_TYPES(OPENSHMEM_REDUCE_SUM,
                                                    OVER_C) OPENSHMEM_SET_COMPLEX(OVER_C_SET)

        PART(openshmem_overloads) ISHMEMI_C_HOST_RMA(OPENSHMEM_RMA, OVER_BOTH)
            ISHMEMI_C_STD(OPENSHMEM_AMO_STD, OVER_BOTH) ISHMEMI_C_EXT(OPENSHMEM_AMO_EXT, OVER_BOTH)
                ISHMEMI_C_BIT(OPENSHMEM_AMO_BIT, OVER_BOTH) ISHMEMI_C_WAIT(OPENSHMEM_WAIT, OVER_OWN)
                    ISHMEMI_C_HOST_RMA(OPENSHMEM_MOVE, OVER_OWN)
                        ISHMEMI_C_REDUCE_BIT(OPENSHMEM_REDUCE_BIT, OVER_OWN)
                            ISHMEMI_C_HOST_RMA(OPENSHMEM_REDUCE_EXTREMA, OVER_OWN)
                                ISHMEMI_C_HOST_RMA(OPENSHMEM_REDUCE_SUM, OVER_OWN)
                                    ISHMEMI_COMPLEX_TYPES(OPENSHMEM_REDUCE_SUM, OVER_OWN)
                                        OPENSHMEM_OLD_TYPES(OVER_OLD, )
                                            OPENSHMEM_OLD_NUMBERS(OVER_OLD_NUMBERS, )
