/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What callers in C make of the library's lists of collectives: a function for each routine, which
 * they define by a macro of theirs, and from these rows of collective_routine_t.
 */
#ifndef COLLECTIVE_ROWS_H
#define COLLECTIVE_ROWS_H

#include "collective_cases.h"
#include "collective_few.h"
#include "ishmemx.h"

/* Routines by what they do.  X: every routine of every type; MEM: those of bytes; HALF: those of
 * numbers of 16 bits that C has no type for; their parameters are those of routine_lists.h. */
#define COLLECTIVE_MOVES(X, MEM) \
    ISHMEMI_RMA_TYPES(COLLECTIVE_MOVES_, X) ISHMEMI_SIZE_COLLECTIVE_ROUTINES(MEM, mem, 1)
#define COLLECTIVE_BITS(X) ISHMEMI_REDUCE_BIT_TYPES(COLLECTIVE_BITS_, X)
#define COLLECTIVE_ARITHMETIC(X) ISHMEMI_REDUCE_ARITH_TYPES(COLLECTIVE_ARITHMETIC_, X)
#define COLLECTIVE_HALVES(HALF) ISHMEMI_REDUCE_HALF_TYPES(COLLECTIVE_HALVES_, HALF)
#define COLLECTIVE_MOVES_(NAME, TYPE, X) ISHMEMI_COLLECTIVE_ROUTINES(X, NAME, TYPE)
#define COLLECTIVE_BITS_(NAME, TYPE, X) ISHMEMI_REDUCE_BIT_ROUTINES(X, NAME, TYPE)
#define COLLECTIVE_ARITHMETIC_(NAME, TYPE, X) ISHMEMI_REDUCE_ARITH_ROUTINES(X, NAME, TYPE)
#define COLLECTIVE_HALVES_(NAME, TYPE, HALF) ISHMEMI_REDUCE_HALF_ROUTINES(HALF, NAME, TYPE)

#define COLLECTIVE_EVERY(X, MEM, HALF) \
    COLLECTIVE_MOVES(X, MEM) COLLECTIVE_BITS(X) COLLECTIVE_ARITHMETIC(X) COLLECTIVE_HALVES(HALF)

/* Arguments after the team, by the kind of routine (routine_lists.h). */
#define COLLECTIVE_ARGUMENTS_gather(DEST, SOURCE, CALL) DEST, SOURCE, (CALL)->nelems
#define COLLECTIVE_ARGUMENTS_gather_strided(DEST, SOURCE, CALL) \
    DEST, SOURCE, (CALL)->dst, (CALL)->sst, (CALL)->nelems
#define COLLECTIVE_ARGUMENTS_from_root(DEST, SOURCE, CALL) \
    DEST, SOURCE, (CALL)->nelems, (CALL)->root
#define COLLECTIVE_ARGUMENTS_reduce COLLECTIVE_ARGUMENTS_gather

/* Rows, for the lists above; the function of a routine is call_<type>_<routine>. */
#define COLLECTIVE_ROW_AS(NAME, TYPE, ROUTINE, NUMBER, ALIGNMENT) \
    {.name = #NAME "_" #ROUTINE,                                  \
     .id = COLLECTIVE_##ROUTINE,                                  \
     .number = NUMBER,                                            \
     .size = sizeof(TYPE),                                        \
     .alignment = ALIGNMENT,                                      \
     .call = call_##NAME##_##ROUTINE},
#define COLLECTIVE_ROW(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) \
    COLLECTIVE_ROW_AS(NAME, TYPE, ROUTINE, COLLECTIVE_NUMBER(TYPE), sizeof(TYPE))
#define COLLECTIVE_ROW_MEM(SIZE, BYTES, PREFIX, HEAD, TAIL, KIND) \
    COLLECTIVE_ROW_AS(mem, char, HEAD, COLLECTIVE_UNSIGNED, 1)
#define COLLECTIVE_ROW_HALF(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) \
    COLLECTIVE_ROW_AS(NAME, TYPE, ROUTINE, COLLECTIVE_NUMBER_##NAME, sizeof(TYPE))
#define COLLECTIVE_NUMBER_float16 COLLECTIVE_FLOAT16
#define COLLECTIVE_NUMBER_bfloat16 COLLECTIVE_BFLOAT16

/* Rows of collective_few.h, in its order. */
#define COLLECTIVE_ROWS_FEW \
    COLLECTIVE_FEW(COLLECTIVE_ROW_FEW, COLLECTIVE_ROW_MEM, COLLECTIVE_ROW_FEW_HALF)
#define COLLECTIVE_ROW_FEW(NAME, TYPE, PREFIX, ROUTINE, KIND) \
    COLLECTIVE_ROW(NAME, TYPE, int, PREFIX, ROUTINE, KIND)
#define COLLECTIVE_ROW_FEW_HALF(NAME, TYPE, PREFIX, ROUTINE, KIND) \
    COLLECTIVE_ROW_HALF(NAME, TYPE, int, PREFIX, ROUTINE, KIND)

#endif
