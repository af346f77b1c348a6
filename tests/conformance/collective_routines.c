/* SPDX-License-Identifier: BSD-3-Clause */
#include "collective_routines.h"

#include "collective_few.h"
#include "ishmemx.h"

/* Arguments behind the team, by the kind of routine (routine_lists.h). */
#define ARGUMENTS_gather dest, source, call->nelems
#define ARGUMENTS_gather_strided dest, source, call->dst, call->sst, call->nelems
#define ARGUMENTS_from_root dest, source, call->nelems, call->root
#define ARGUMENTS_reduce dest, source, call->nelems

#define CALL(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND)                            \
    static RESULT call_##NAME##_##ROUTINE(const collective_call_t *call)           \
    {                                                                              \
        TYPE *const dest = call->dest;                                             \
        const TYPE *const source = call->source;                                   \
        return call->without_team                                                  \
                   ? PREFIX##_##NAME##_##ROUTINE(ARGUMENTS_##KIND)                 \
                   : PREFIX##_##NAME##_##ROUTINE(call->team, ARGUMENTS_##KIND);    \
    }
#define CALLS_MOVE(NAME, TYPE, A) ISHMEMI_COLLECTIVE_ROUTINES(CALL, NAME, TYPE)
#define CALLS_BIT(NAME, TYPE, A) ISHMEMI_REDUCE_BIT_ROUTINES(CALL, NAME, TYPE)
#define CALLS_ARITH(NAME, TYPE, A) ISHMEMI_REDUCE_ARITH_ROUTINES(CALL, NAME, TYPE)
#define CALLS_HALF(NAME, TYPE, A) ISHMEMI_REDUCE_HALF_ROUTINES(CALL, NAME, TYPE)
ISHMEMI_RMA_TYPES(CALLS_MOVE, )
ISHMEMI_REDUCE_BIT_TYPES(CALLS_BIT, )
ISHMEMI_REDUCE_ARITH_TYPES(CALLS_ARITH, )
ISHMEMI_REDUCE_HALF_TYPES(CALLS_HALF, )

#define CALL_MEM(SIZE, BYTES, PREFIX, HEAD, TAIL, KIND)                                          \
    static int call_mem_##HEAD(const collective_call_t *call)                                    \
    {                                                                                            \
        void *const dest = call->dest;                                                           \
        const void *const source = call->source;                                                 \
        return call->without_team ? PREFIX##_##HEAD##SIZE##TAIL(ARGUMENTS_##KIND)                \
                                  : PREFIX##_##HEAD##SIZE##TAIL(call->team, ARGUMENTS_##KIND);   \
    }
ISHMEMI_SIZE_COLLECTIVE_ROUTINES(CALL_MEM, mem, 1)

#define ROW_AS(NAME, TYPE, ROUTINE, NUMBER, ALIGNMENT) \
    {.name = #NAME "_" #ROUTINE,                       \
     .id = COLLECTIVE_##ROUTINE,                       \
     .number = NUMBER,                                 \
     .size = sizeof(TYPE),                             \
     .alignment = ALIGNMENT,                           \
     .call = call_##NAME##_##ROUTINE},
#define ROW(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) \
    ROW_AS(NAME, TYPE, ROUTINE, COLLECTIVE_NUMBER(TYPE), sizeof(TYPE))
#define ROW_HALF(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) \
    ROW_AS(NAME, TYPE, ROUTINE, NUMBER_##NAME, sizeof(TYPE))
#define NUMBER_float16 COLLECTIVE_FLOAT16
#define NUMBER_bfloat16 COLLECTIVE_BFLOAT16
#define ROWS_MOVE(NAME, TYPE, A) ISHMEMI_COLLECTIVE_ROUTINES(ROW, NAME, TYPE)
#define ROWS_BIT(NAME, TYPE, A) ISHMEMI_REDUCE_BIT_ROUTINES(ROW, NAME, TYPE)
#define ROWS_ARITH(NAME, TYPE, A) ISHMEMI_REDUCE_ARITH_ROUTINES(ROW, NAME, TYPE)
#define ROWS_HALF(NAME, TYPE, A) ISHMEMI_REDUCE_HALF_ROUTINES(ROW_HALF, NAME, TYPE)
#define ROW_MEM(SIZE, BYTES, PREFIX, HEAD, TAIL, KIND) \
    ROW_AS(mem, char, HEAD, COLLECTIVE_UNSIGNED, 1)

static const collective_routine_t moves[] = {
    ISHMEMI_RMA_TYPES(ROWS_MOVE, ) ISHMEMI_SIZE_COLLECTIVE_ROUTINES(ROW_MEM, mem, 1)};
static const collective_routine_t bits[] = {ISHMEMI_REDUCE_BIT_TYPES(ROWS_BIT, )};
static const collective_routine_t arithmetic[] = {ISHMEMI_REDUCE_ARITH_TYPES(ROWS_ARITH, )};
static const collective_routine_t halves[] = {ISHMEMI_REDUCE_HALF_TYPES(ROWS_HALF, )};


#define ROW_FEW(NAME, TYPE, PREFIX, ROUTINE, KIND) ROW(NAME, TYPE, int, PREFIX, ROUTINE, KIND)
#define ROW_FEW_HALF(NAME, TYPE, PREFIX, ROUTINE, KIND) \
    ROW_HALF(NAME, TYPE, int, PREFIX, ROUTINE, KIND)
static const collective_routine_t few[] = {COLLECTIVE_FEW(ROW_FEW, ROW_MEM, ROW_FEW_HALF)};

#define TABLE(NAME) {.name = #NAME, .routines = NAME, .count = sizeof NAME / sizeof NAME[0]}
const collective_table_t collective_tables[COLLECTIVE_TABLES] = {TABLE(moves), TABLE(bits),
                                                                 TABLE(arithmetic), TABLE(halves)};
const collective_table_t collective_few = TABLE(few);
