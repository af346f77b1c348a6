/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The rows of the generated headers, expanded from routine_lists.h by the C preprocessor.
 * PART(name) begins the text that replaces @name@ in routines.h.in and queue_routines.h.in.
 * cmake/IshmemHeaders.cmake begins a line at each LINE, makes a comment of each HEADING, writes
 * #define for DEFINE and __VA_ARGS__ for VARIADIC.
 */
#include "ishmem/queue_forms.h"
#include "ishmem/type_lists.h"
#include "reads.h"

/* ---- Families: what the type lists apply, X being what is written for a routine --------------- */

#define RMA(NAME, TYPE, X)              \
    ISHMEMI_RMA_ROUTINES(X, NAME, TYPE) \
    ISHMEMI_RMA_VALUE_ROUTINES(X, NAME, TYPE)
#define SIGNAL(NAME, TYPE, X) ISHMEMI_SIGNAL_ROUTINES(X, NAME, TYPE)
#define WAIT(NAME, TYPE, X) ISHMEMI_WAIT_ROUTINES(X, NAME, TYPE)
#define AMO_STD(NAME, TYPE, X) ISHMEMI_AMO_STD_ROUTINES(X, NAME, TYPE)
#define AMO_EXT(NAME, TYPE, X) ISHMEMI_AMO_EXT_ROUTINES(X, NAME, TYPE)
#define AMO_BIT(NAME, TYPE, X) ISHMEMI_AMO_BIT_ROUTINES(X, NAME, TYPE)
#define AMO_FLOAT(NAME, TYPE, X) ISHMEMI_AMO_FLOAT_ROUTINES(X, NAME, TYPE)
#define MOVE(NAME, TYPE, X) ISHMEMI_COLLECTIVE_ROUTINES(X, NAME, TYPE)
#define REDUCE_BIT(NAME, TYPE, X) ISHMEMI_REDUCE_BIT_ROUTINES(X, NAME, TYPE)
#define REDUCE_ARITH(NAME, TYPE, X) ISHMEMI_REDUCE_ARITH_ROUTINES(X, NAME, TYPE)
#define REDUCE_HALF(NAME, TYPE, X) ISHMEMI_REDUCE_HALF_ROUTINES(X, NAME, TYPE)
#define SIZED_RMA(SIZE, BYTES, X)             \
    ISHMEMI_SIZE_RMA_ROUTINES(X, SIZE, BYTES) \
    ISHMEMI_SIZE_STRIDED_ROUTINES(X, SIZE, BYTES)
#define SIZED_SIGNAL(SIZE, BYTES, X) ISHMEMI_SIZE_SIGNAL_ROUTINES(X, SIZE, BYTES)

/* Point-to-point: routines with contexts, without, and of a size. */
#define POINT_TO_POINT(X, OWN, SIZED)           \
    HEADING("Remote memory access")             \
    ISHMEMI_RMA_TYPES(RMA, X)                   \
    ISHMEMI_SIZES(SIZED_RMA, SIZED)             \
    ISHMEMI_SIZE_RMA_ROUTINES(SIZED, mem, 1)    \
    HEADING("Signals")                          \
    ISHMEMI_RMA_TYPES(SIGNAL, X)                \
    ISHMEMI_SIZES(SIZED_SIGNAL, SIZED)          \
    ISHMEMI_SIZE_SIGNAL_ROUTINES(SIZED, mem, 1) \
    HEADING("Point-to-point synchronisation")   \
    ISHMEMI_WAIT_TYPES(WAIT, OWN)               \
    HEADING("Atomic memory operations")         \
    ISHMEMI_AMO_STD_TYPES(AMO_STD, X)           \
    ISHMEMI_AMO_EXT_TYPES(AMO_EXT, X)           \
    ISHMEMI_AMO_BIT_TYPES(AMO_BIT, X)           \
    ISHMEMI_AMO_FLOAT_TYPES(AMO_FLOAT, X)
#define COLLECTIVES(X, SIZED)                       \
    HEADING("Collectives")                          \
    ISHMEMI_RMA_TYPES(MOVE, X)                      \
    ISHMEMI_SIZE_COLLECTIVE_ROUTINES(SIZED, mem, 1) \
    HEADING("Reductions and scans")                 \
    ISHMEMI_REDUCE_BIT_TYPES(REDUCE_BIT, X)         \
    ISHMEMI_REDUCE_ARITH_TYPES(REDUCE_ARITH, X)     \
    ISHMEMI_REDUCE_HALF_TYPES(REDUCE_HALF, X)
/* Routines that only the host has. */
#define EXTREMA(NAME, TYPE, X) ISHMEMI_REDUCE_EXTREMA_ROUTINES(X, NAME, TYPE)
#define SUM(NAME, TYPE, X) ISHMEMI_REDUCE_SUM_ROUTINES(X, NAME, TYPE)
#define HOST_POINT_TO_POINT(X)                              \
    HEADING("Remote memory access and signals by the host") \
    ISHMEMI_LONG_TYPES(RMA, X)                              \
    ISHMEMI_LONG_TYPES(SIGNAL, X)
#define HOST_COLLECTIVES(X)            \
    HEADING("Collectives by the host") \
    ISHMEMI_LONG_TYPES(MOVE, X)        \
    ISHMEMI_LONG_TYPES(EXTREMA, X)     \
    ISHMEMI_LONG_TYPES(SUM, X)         \
    ISHMEMI_COMPLEX_TYPES(SUM, X)
/* Collectives without a type in their names, by the types that they have; NAME and TYPE of X mean
 * nothing. */
#define GENERIC_COLLECTIVES(MOVE_X, BIT_X, SUM_X, RMA_X) \
    ISHMEMI_COLLECTIVE_ROUTINES(MOVE_X, , int)           \
    ISHMEMI_REDUCE_BIT_ROUTINES(BIT_X, , int)            \
    ISHMEMI_REDUCE_EXTREMA_ROUTINES(MOVE_X, , int)       \
    ISHMEMI_REDUCE_SUM_ROUTINES(SUM_X, , int)            \
    ISHMEMI_REDUCE_SCATTER_ROUTINES(RMA_X, , int)

/* The number of parameters, up to 12. */
#define COUNT(...) COUNT_OF(__VA_ARGS__, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, )
#define COUNT_OF(A, B, C, D, E, F, G, H, I, J, K, L, N, ...) N

/* ---- Routines of ishmem.h ---------------------------------------------------------------------- */

#define OWN(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) \
    LINE RESULT PREFIX##_##NAME##_##ROUTINE(ISHMEMI_PARAMETERS_##KIND(TYPE));
#define BOTH(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) \
    OWN(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND)      \
    LINE RESULT PREFIX##_ctx_##NAME##_##ROUTINE(ishmem_ctx_t ctx, ISHMEMI_PARAMETERS_##KIND(TYPE));
#define SIZED(SIZE, BYTES, PREFIX, HEAD, TAIL, KIND)                        \
    LINE void PREFIX##_##HEAD##SIZE##TAIL(ISHMEMI_PARAMETERS_##KIND(void)); \
    LINE void PREFIX##_ctx_##HEAD##SIZE##TAIL(ishmem_ctx_t ctx, ISHMEMI_PARAMETERS_##KIND(void));
#define OWN_SIZED(SIZE, BYTES, PREFIX, HEAD, TAIL, KIND) \
    LINE int PREFIX##_##HEAD##SIZE(ISHMEMI_PARAMETERS_##KIND(void));

PART(routines)
POINT_TO_POINT(BOTH, OWN, SIZED)
COLLECTIVES(OWN, OWN_SIZED)
HOST_POINT_TO_POINT(BOTH)

HOST_COLLECTIVES(OWN)

#define FUNCTION(ROUTINE, KIND, TYPE)                                     \
    LINE ISHMEMI_WORLD int ROUTINE(ISHMEMI_PARAMETERS_world_##KIND(TYPE)) \
    {                                                                     \
        return ROUTINE(0, ISHMEMI_ARGUMENTS_world_##KIND);                \
    }
#define FUNCTION_TYPED(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) \
    FUNCTION(PREFIX##_##NAME##_##ROUTINE, KIND, TYPE)
#define FUNCTION_SIZED(SIZE, BYTES, PREFIX, HEAD, TAIL, KIND) \
    FUNCTION(PREFIX##_##HEAD##SIZE, KIND, void)

PART(world_functions)
COLLECTIVES(FUNCTION_TYPED, FUNCTION_SIZED)
HOST_COLLECTIVES(FUNCTION_TYPED)

#define MACRO(ROUTINE, KIND) \
    LINE DEFINE ROUTINE(...) ISHMEMI_TEAM(COUNT(ISHMEMI_PARAMETERS_##KIND(int)), ROUTINE, VARIADIC)
#define MACRO_TYPED(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) \
    MACRO(PREFIX##_##NAME##_##ROUTINE, KIND)
#define MACRO_SIZED(SIZE, BYTES, PREFIX, HEAD, TAIL, KIND) MACRO(PREFIX##_##HEAD##SIZE, KIND)

PART(world_macros)
COLLECTIVES(MACRO_TYPED, MACRO_SIZED)
HOST_COLLECTIVES(MACRO_TYPED)

/* X of RMA_X, and so on, is a macro that knows the types. */
#define NAMES_WITHOUT_TYPE(RMA_X, STD_X, EXT_X, BIT_X, WAIT_X) \
    ISHMEMI_RMA_ROUTINES(RMA_X, , int)                         \
    ISHMEMI_RMA_VALUE_ROUTINES(RMA_X, , int)                   \
    ISHMEMI_SIGNAL_ROUTINES(RMA_X, , int)                      \
    ISHMEMI_AMO_INTEGER_ROUTINES(STD_X, , int)                 \
    ISHMEMI_AMO_ADD_ROUTINES(EXT_X, , int)                     \
    ISHMEMI_AMO_EXT_ROUTINES(EXT_X, , int)                     \
    ISHMEMI_AMO_BIT_ROUTINES(BIT_X, , int)                     \
    ISHMEMI_WAIT_ROUTINES(WAIT_X, , int)

#define SELECT(READ, TYPES, PREFIX, ROUTINE) \
    LINE DEFINE PREFIX##_##ROUTINE(...)      \
        ISHMEMI_GENERIC(READ, TYPES, PREFIX, ROUTINE, VARIADIC)(VARIADIC)
#define SELECT_RMA(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) \
    SELECT(READ_##KIND, HOST_RMA, PREFIX, ROUTINE)
#define SELECT_STD(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) \
    SELECT(READ_##KIND, STD, PREFIX, ROUTINE)
#define SELECT_EXT(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) \
    SELECT(READ_##KIND, EXT, PREFIX, ROUTINE)
#define SELECT_BIT(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) \
    SELECT(READ_##KIND, BIT, PREFIX, ROUTINE)
#define SELECT_WAIT(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) \
    LINE DEFINE PREFIX##_##ROUTINE(...)                        \
        ISHMEMI_GENERIC_OWN(, WAIT, PREFIX, ROUTINE, VARIADIC)(VARIADIC)

PART(generic_names)
NAMES_WITHOUT_TYPE(SELECT_RMA, SELECT_STD, SELECT_EXT, SELECT_BIT, SELECT_WAIT)

#define GENERIC(TYPES, PREFIX, ROUTINE, KIND) \
    LINE DEFINE PREFIX##_##ROUTINE(...)       \
        ISHMEMI_CALL_TEAM(COUNT(ISHMEMI_PARAMETERS_##KIND(int)), TYPES, PREFIX, ROUTINE, VARIADIC)
#define GENERIC_RMA(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) GENERIC(RMA, PREFIX, ROUTINE, KIND)
#define GENERIC_MOVE(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) \
    GENERIC(HOST_RMA, PREFIX, ROUTINE, KIND)
#define GENERIC_SUM(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) \
    GENERIC(HOST_SUM, PREFIX, ROUTINE, KIND)
#define GENERIC_BIT(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) \
    GENERIC(REDUCE_BIT, PREFIX, ROUTINE, KIND)

PART(generic_macros)
GENERIC_COLLECTIVES(GENERIC_MOVE, GENERIC_BIT, GENERIC_SUM, GENERIC_RMA)

/* ---- Queue-ordered forms, of ishmemx.h --------------------------------------------------------- */

#define QUEUED(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) \
    LINE int ishmemx_##NAME##_##ROUTINE##_on_queue(       \
        ISHMEMI_PARAMETERS_##KIND(TYPE), ISHMEMI_QUEUE_RESULT(RESULT) ISHMEMI_QUEUE_PARAMETERS);
#define QUEUED_SIZED(SIZE, BYTES, PREFIX, HEAD, TAIL, KIND)                         \
    LINE int ishmemx_##HEAD##SIZE##TAIL##_on_queue(ISHMEMI_PARAMETERS_##KIND(void), \
                                                   ISHMEMI_QUEUE_PARAMETERS);
#define QUEUED_COLLECTIVE_SIZED(SIZE, BYTES, PREFIX, HEAD, TAIL, KIND)                  \
    LINE int ishmemx_##HEAD##SIZE##_on_queue(ISHMEMI_PARAMETERS_##KIND(void), int *ret, \
                                             ISHMEMI_QUEUE_PARAMETERS);

PART(queue_routines)
POINT_TO_POINT(QUEUED, QUEUED, QUEUED_SIZED)
COLLECTIVES(QUEUED, QUEUED_COLLECTIVE_SIZED)

#define QUEUED_FUNCTION(ROUTINE, KIND, TYPE)                                             \
    LINE ISHMEMI_WORLD int ROUTINE(ISHMEMI_PARAMETERS_world_##KIND(TYPE), int *ret,      \
                                   ISHMEMI_QUEUE_PARAMETERS)                             \
    {                                                                                    \
        return ROUTINE(0, ISHMEMI_ARGUMENTS_world_##KIND, ret, ISHMEMI_QUEUE_ARGUMENTS); \
    }
#define QUEUED_FUNCTION_TYPED(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) \
    QUEUED_FUNCTION(ishmemx_##NAME##_##ROUTINE##_on_queue, KIND, TYPE)
#define QUEUED_FUNCTION_SIZED(SIZE, BYTES, PREFIX, HEAD, TAIL, KIND) \
    QUEUED_FUNCTION(ishmemx_##HEAD##SIZE##_on_queue, KIND, void)

PART(queue_world_functions)
COLLECTIVES(QUEUED_FUNCTION_TYPED, QUEUED_FUNCTION_SIZED)

#define QUEUED_COUNT(KIND) COUNT(ISHMEMI_PARAMETERS_##KIND(int), int *ret, ISHMEMI_QUEUE_PARAMETERS)
#define QUEUED_MACRO(ROUTINE, KIND) \
    LINE DEFINE ROUTINE(...) ISHMEMI_TEAM(QUEUED_COUNT(KIND), ROUTINE, VARIADIC)
#define QUEUED_MACRO_TYPED(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) \
    QUEUED_MACRO(ishmemx_##NAME##_##ROUTINE##_on_queue, KIND)
#define QUEUED_MACRO_SIZED(SIZE, BYTES, PREFIX, HEAD, TAIL, KIND) \
    QUEUED_MACRO(ishmemx_##HEAD##SIZE##_on_queue, KIND)

PART(queue_world_macros)
COLLECTIVES(QUEUED_MACRO_TYPED, QUEUED_MACRO_SIZED)

#define QUEUED_SELECT(READ, TYPES, ROUTINE)       \
    LINE DEFINE ishmemx_##ROUTINE##_on_queue(...) \
        ISHMEMI_GENERIC_OWN(READ, TYPES, ishmemx, ROUTINE##_on_queue, VARIADIC)(VARIADIC)
#define QUEUED_RMA(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) \
    QUEUED_SELECT(READ_##KIND, RMA, ROUTINE)
#define QUEUED_STD(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) \
    QUEUED_SELECT(READ_##KIND, STD, ROUTINE)
#define QUEUED_EXT(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) \
    QUEUED_SELECT(READ_##KIND, EXT, ROUTINE)
#define QUEUED_BIT(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) \
    QUEUED_SELECT(READ_##KIND, BIT, ROUTINE)
#define QUEUED_WAIT(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) QUEUED_SELECT(, WAIT, ROUTINE)

PART(queue_generic_names)
NAMES_WITHOUT_TYPE(QUEUED_RMA, QUEUED_STD, QUEUED_EXT, QUEUED_BIT, QUEUED_WAIT)

#define QUEUED_GENERIC(TYPES, ROUTINE, KIND)      \
    LINE DEFINE ishmemx_##ROUTINE##_on_queue(...) \
        ISHMEMI_CALL_TEAM(QUEUED_COUNT(KIND), TYPES, ishmemx, ROUTINE##_on_queue, VARIADIC)
#define QUEUED_GENERIC_RMA(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) \
    QUEUED_GENERIC(RMA, ROUTINE, KIND)
#define QUEUED_GENERIC_BIT(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) \
    QUEUED_GENERIC(REDUCE_BIT, ROUTINE, KIND)

PART(queue_generic_macros)
GENERIC_COLLECTIVES(QUEUED_GENERIC_RMA, QUEUED_GENERIC_BIT, QUEUED_GENERIC_RMA, QUEUED_GENERIC_RMA)
