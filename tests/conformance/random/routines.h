/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * All routines of the test, numbered: NUMBER_int_put and so on.  For OpenCL C and C.
 *
 * The typed and sized ones come from routine_lists.h; an X has the parameters that it has there.
 * A kernel module has those of one of the lists (MODULE_...).
 */
#ifndef RANDOM_ROUTINES_H
#define RANDOM_ROUTINES_H

#include "command.h"

#define RMA_OF(NAME, TYPE, X)                 \
    ISHMEMI_RMA_ROUTINES(X, NAME, TYPE)       \
    ISHMEMI_RMA_VALUE_ROUTINES(X, NAME, TYPE) \
    ISHMEMI_SIGNAL_ROUTINES(X, NAME, TYPE)
#define STD_OF(NAME, TYPE, X) ISHMEMI_AMO_STD_ROUTINES(X, NAME, TYPE)
#define EXT_OF(NAME, TYPE, X) ISHMEMI_AMO_EXT_ROUTINES(X, NAME, TYPE)
#define BIT_OF(NAME, TYPE, X) ISHMEMI_AMO_BIT_ROUTINES(X, NAME, TYPE)
#define FLOAT_OF(NAME, TYPE, X) ISHMEMI_AMO_FLOAT_ROUTINES(X, NAME, TYPE)
#define WAIT_OF(NAME, TYPE, X) ISHMEMI_WAIT_ROUTINES(X, NAME, TYPE)
#define MOVES_OF(NAME, TYPE, X) ISHMEMI_COLLECTIVE_ROUTINES(X, NAME, TYPE)
#define REDUCE_BIT_OF(NAME, TYPE, X) ISHMEMI_REDUCE_BIT_ROUTINES(X, NAME, TYPE)
#define REDUCE_ARITH_OF(NAME, TYPE, X) ISHMEMI_REDUCE_ARITH_ROUTINES(X, NAME, TYPE)
#define REDUCE_HALF_OF(NAME, TYPE, X) ISHMEMI_REDUCE_HALF_ROUTINES(X, NAME, TYPE)
#define SIZED_OF(SIZE, BYTES, X)                 \
    ISHMEMI_SIZE_RMA_ROUTINES(X, SIZE, BYTES)    \
    ISHMEMI_SIZE_SIGNAL_ROUTINES(X, SIZE, BYTES) \
    ISHMEMI_SIZE_STRIDED_ROUTINES(X, SIZE, BYTES)

#define ROUTINES_RMA(X) ISHMEMI_RMA_TYPES(RMA_OF, X)
#define ROUTINES_SIZED(X)                \
    ISHMEMI_SIZES(SIZED_OF, X)           \
    ISHMEMI_SIZE_RMA_ROUTINES(X, mem, 1) \
    ISHMEMI_SIZE_SIGNAL_ROUTINES(X, mem, 1)
#define ROUTINES_AMO(X)              \
    ISHMEMI_AMO_STD_TYPES(STD_OF, X) \
    ISHMEMI_AMO_EXT_TYPES(EXT_OF, X) \
    ISHMEMI_AMO_BIT_TYPES(BIT_OF, X) \
    ISHMEMI_AMO_FLOAT_TYPES(FLOAT_OF, X)
#define ROUTINES_WAIT(X) ISHMEMI_WAIT_TYPES(WAIT_OF, X)
#define ROUTINES_MOVES(X) ISHMEMI_RMA_TYPES(MOVES_OF, X)
#define ROUTINES_MOVES_SIZED(X) ISHMEMI_SIZE_COLLECTIVE_ROUTINES(X, mem, 1)
#define ROUTINES_REDUCE(X)                     \
    ISHMEMI_REDUCE_BIT_TYPES(REDUCE_BIT_OF, X) \
    ISHMEMI_REDUCE_ARITH_TYPES(REDUCE_ARITH_OF, X)
/* Named like those of reductions of numbers; in kernels they have no names without a type. */
#define ROUTINES_HALF(X) ISHMEMI_REDUCE_HALF_TYPES(REDUCE_HALF_OF, X)

/*
 * Those that the kernels have: a kernel with all would take minutes to compile.  They are of each
 * size, of integers and of real numbers; device/ has all.
 */
#define KERNEL_RMA_TYPES(X, A) \
    X(uchar, unsigned char, A) X(short, short, A) X(int, int, A) X(double, double, A)
#define KERNEL_RMA_TYPED(X) KERNEL_RMA_TYPES(RMA_OF, X)
#define KERNEL_RMA_SIZED(X)              \
    SIZED_OF(32, 4, X)                   \
    SIZED_OF(128, 16, X)                 \
    ISHMEMI_SIZE_RMA_ROUTINES(X, mem, 1) \
    ISHMEMI_SIZE_SIGNAL_ROUTINES(X, mem, 1)
#define KERNEL_AMO(X)           \
    STD_OF(uint32, uint32_t, X) \
    EXT_OF(uint32, uint32_t, X) \
    BIT_OF(uint32, uint32_t, X) \
    STD_OF(int64, int64_t, X)   \
    EXT_OF(int64, int64_t, X)   \
    BIT_OF(int64, int64_t, X)   \
    EXT_OF(float, float, X)     \
    FLOAT_OF(float, float, X)   \
    FLOAT_OF(double, double, X)
#define KERNEL_WAIT(X) WAIT_OF(int, int, X) WAIT_OF(uint64, uint64_t, X) WAIT_OF(short, short, X)
#define KERNEL_MOVES(X) MOVES_OF(short, short, X) MOVES_OF(double, double, X)
#define KERNEL_REDUCE(X)             \
    REDUCE_BIT_OF(uint8, uint8_t, X) \
    REDUCE_ARITH_OF(int, int, X)     \
    REDUCE_ARITH_OF(double, double, X)
#define KERNEL_HALF(X) REDUCE_HALF_OF(bfloat16, uint16_t, X)

#define NUMBER_TYPED(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) NUMBER_##NAME##_##ROUTINE,
#define NUMBER_SIZED(SIZE, BYTES, PREFIX, HEAD, TAIL, KIND) NUMBER_##HEAD##SIZE##TAIL,

enum {
    ROUTINES_RMA(NUMBER_TYPED) ROUTINES_SIZED(NUMBER_SIZED) ROUTINES_AMO(NUMBER_TYPED)
        ROUTINES_WAIT(NUMBER_TYPED) ROUTINES_MOVES(NUMBER_TYPED) ROUTINES_MOVES_SIZED(NUMBER_SIZED)
            ROUTINES_REDUCE(NUMBER_TYPED) ROUTINES_HALF(NUMBER_TYPED)
    /* Those without a type, which every module has. */
    NUMBER_fence,
    NUMBER_quiet,
    NUMBER_pe_quiet,
    NUMBER_signal_set,
    NUMBER_signal_add,
    NUMBER_signal_fetch,
    NUMBER_signal_wait_until,
    NUMBER_sync_all,
    NUMBER_barrier_all,
    NUMBER_team_sync,
    NUMBER_team_barrier,
    NUMBER_locked_add, /* set_lock, g, p and clear_lock: *source += value under *dest */
    NUMBER_tested_add, /* the same, with test_lock */
    NUMBER_COUNT
};

enum { MODULE_RMA, MODULE_AMO, MODULE_WAIT, MODULE_MOVES, MODULE_REDUCE, MODULE_COUNT };

#endif
