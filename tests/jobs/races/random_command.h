/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A collective as data, so that a host, a command list or a kernel can make it, and those that there are.  For OpenCL C
 * and C.
 */
#ifndef RACES_RANDOM_COMMAND_H
#define RACES_RANDOM_COMMAND_H

#include "ishmem/routine_lists.h"
#include "ishmem/type_lists.h"

enum { FORM_ITEM, FORM_WORK_GROUP, FORM_SUB_GROUP, FORM_HOST, FORM_QUEUE, FORM_COUNT };

#define WORK_ITEMS 16

typedef struct command {
    uint64_t dest;
    uint64_t source;
    uint64_t count;
    int64_t dst;
    int64_t sst;
    int32_t root;
    int32_t team;
    uint32_t routine;
    uint32_t form;
} command_t;

#ifdef __OPENCL_C_VERSION__
#define SPACE global
#else
#define SPACE
#endif

/* Variables of the parameters' names, and of the routine's type. */
#define BIND(TYPE)                                                                \
    TYPE *const dest = (TYPE *)(SPACE TYPE *)command->dest;                       \
    const TYPE *const source = (const TYPE *)(SPACE const TYPE *)command->source; \
    const size_t nelems = (size_t)command->count;                                 \
    const size_t nreduce = nelems;                                                \
    const ptrdiff_t dst = (ptrdiff_t)command->dst;                                \
    const ptrdiff_t sst = (ptrdiff_t)command->sst;                                \
    const int PE_root = command->root;                                            \
    const ishmem_team_t team = (ishmem_team_t)command->team;                      \
    (void)nelems, (void)nreduce, (void)dst, (void)sst, (void)PE_root;

/* Of each size; of whole numbers and of others. */
#define MOVE_TYPES(X, A)       \
    X(uchar, unsigned char, A) \
    X(short, short, A)         \
    X(int, int, A)             \
    X(ulong, unsigned long, A)
#define ARITH_TYPES(X, A) X(int, int, A) X(double, double, A)
#define BIT_TYPES(X, A) X(uint, unsigned int, A)
#define HALF_TYPES(X, A) X(float16, uint16_t, A)

#define EACH_MOVE(NAME, TYPE, X) ISHMEMI_COLLECTIVE_ROUTINES(X, NAME, TYPE)
#define EACH_ARITH(NAME, TYPE, X) ISHMEMI_REDUCE_ARITH_ROUTINES(X, NAME, TYPE)
#define EACH_BIT(NAME, TYPE, X) ISHMEMI_REDUCE_BIT_ROUTINES(X, NAME, TYPE)
#define EACH_HALF(NAME, TYPE, X) ISHMEMI_REDUCE_HALF_ROUTINES(X, NAME, TYPE)
#define ROUTINES(X, SIZED)     \
    MOVE_TYPES(EACH_MOVE, X)   \
    ARITH_TYPES(EACH_ARITH, X) \
    BIT_TYPES(EACH_BIT, X)     \
    HALF_TYPES(EACH_HALF, X)   \
    ISHMEMI_SIZE_COLLECTIVE_ROUTINES(SIZED, mem, 1)

#define NUMBER_OF(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) NUMBER_##NAME##_##ROUTINE,
#define NUMBER_OF_SIZED(SIZE, BYTES, PREFIX, HEAD, TAIL, KIND) NUMBER_##HEAD##SIZE,
enum { ROUTINES(NUMBER_OF, NUMBER_OF_SIZED) NUMBER_COUNT };

#endif
