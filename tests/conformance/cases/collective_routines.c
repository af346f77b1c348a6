/* SPDX-License-Identifier: BSD-3-Clause */
#include "collective_routines.h"

#include "collective_rows.h"

#define CALL_AS(FUNCTION, NAME, TYPE, KIND)                                             \
    static int FUNCTION(const collective_call_t *call)                                  \
    {                                                                                   \
        TYPE *const dest = call->dest;                                                  \
        const TYPE *const source = call->source;                                        \
        return call->without_team                                                       \
                   ? NAME(COLLECTIVE_ARGUMENTS_##KIND(dest, source, call))              \
                   : NAME(call->team, COLLECTIVE_ARGUMENTS_##KIND(dest, source, call)); \
    }
#define CALL(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) \
    CALL_AS(call_##NAME##_##ROUTINE, PREFIX##_##NAME##_##ROUTINE, TYPE, KIND)
#define CALL_MEM(SIZE, BYTES, PREFIX, HEAD, TAIL, KIND) \
    CALL_AS(call_mem_##HEAD, PREFIX##_##HEAD##SIZE##TAIL, void, KIND)
COLLECTIVE_EVERY(CALL, CALL_MEM, CALL)

static const collective_routine_t moves[] = {COLLECTIVE_MOVES(COLLECTIVE_ROW, COLLECTIVE_ROW_MEM)};
static const collective_routine_t bits[] = {COLLECTIVE_BITS(COLLECTIVE_ROW)};
static const collective_routine_t arithmetic[] = {COLLECTIVE_ARITHMETIC(COLLECTIVE_ROW)};
static const collective_routine_t halves[] = {COLLECTIVE_HALVES(COLLECTIVE_ROW_HALF)};
static const collective_routine_t few[] = {COLLECTIVE_ROWS_FEW};

#define TABLE(NAME)                                                            \
    {                                                                          \
        .name = #NAME, .routines = NAME, .count = sizeof NAME / sizeof NAME[0] \
    }
const collective_table_t collective_tables[COLLECTIVE_TABLES] = {TABLE(moves), TABLE(bits),
                                                                 TABLE(arithmetic), TABLE(halves)};
const collective_table_t collective_few = TABLE(few);
