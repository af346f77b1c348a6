/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What callers in C make of the library's lists of AMOs: rows of amo_routine_t.
 */
#ifndef AMO_OP_ROUTINES_H
#define AMO_OP_ROUTINES_H

#include "amo_op_cases.h"
#include "ishmem.h"
#include <string.h>

/* X over every routine of every type. */
#define AMO_OP_STD(NAME, TYPE, X) ISHMEMI_AMO_STD_ROUTINES(X, NAME, TYPE)
#define AMO_OP_EXT(NAME, TYPE, X) ISHMEMI_AMO_EXT_ROUTINES(X, NAME, TYPE)
#define AMO_OP_BIT(NAME, TYPE, X) ISHMEMI_AMO_BIT_ROUTINES(X, NAME, TYPE)
#define AMO_OP_FLOAT(NAME, TYPE, X) ISHMEMI_AMO_FLOAT_ROUTINES(X, NAME, TYPE)
#define AMO_OP_EVERY(X)                  \
    ISHMEMI_AMO_STD_TYPES(AMO_OP_STD, X) \
    ISHMEMI_AMO_EXT_TYPES(AMO_OP_EXT, X) \
    ISHMEMI_AMO_BIT_TYPES(AMO_OP_BIT, X) \
    ISHMEMI_AMO_FLOAT_TYPES(AMO_OP_FLOAT, X)

/* What a routine does and what it gives: NOTHING; the value BEFORE; that value, STORED where an
 * argument says. */
#define IS_atomic_fetch AMO_FETCH, BEFORE
#define IS_atomic_fetch_nbi AMO_FETCH, STORED
#define IS_atomic_set AMO_SET, NOTHING
#define IS_atomic_swap AMO_SWAP, BEFORE
#define IS_atomic_swap_nbi AMO_SWAP, STORED
#define IS_atomic_compare_swap AMO_COMPARE_SWAP, BEFORE
#define IS_atomic_compare_swap_nbi AMO_COMPARE_SWAP, STORED
#define IS_atomic_inc AMO_INC, NOTHING
#define IS_atomic_fetch_inc AMO_INC, BEFORE
#define IS_atomic_fetch_inc_nbi AMO_INC, STORED
#define IS_atomic_add AMO_ADD, NOTHING
#define IS_atomic_fetch_add AMO_ADD, BEFORE
#define IS_atomic_fetch_add_nbi AMO_ADD, STORED
#define IS_atomic_and AMO_AND, NOTHING
#define IS_atomic_fetch_and AMO_AND, BEFORE
#define IS_atomic_fetch_and_nbi AMO_AND, STORED
#define IS_atomic_or AMO_OR, NOTHING
#define IS_atomic_fetch_or AMO_OR, BEFORE
#define IS_atomic_fetch_or_nbi AMO_OR, STORED
#define IS_atomic_xor AMO_XOR, NOTHING
#define IS_atomic_fetch_xor AMO_XOR, BEFORE
#define IS_atomic_fetch_xor_nbi AMO_XOR, STORED

/* MACRO(what it does, what it gives, ARGUMENTS...). */
#define AMO_OP_APPLY(MACRO, ...) MACRO(__VA_ARGS__)

#define RETURNS_NOTHING false
#define RETURNS_BEFORE true
#define RETURNS_STORED true
#define AMO_OP_ROW_(OP, GIVES, LABEL, TYPE, CALL) \
    {.name = LABEL,                               \
     .op = OP,                                    \
     .size = sizeof(TYPE),                        \
     .returns = RETURNS_##GIVES,                  \
     .is_float = (TYPE)0.5 > 0,                   \
     .call = CALL},
#define AMO_OP_ROW(ROUTINE, LABEL, TYPE, CALL) \
    AMO_OP_APPLY(AMO_OP_ROW_, IS_##ROUTINE, LABEL, TYPE, CALL)

/* A value from its bits. */
#define AMO_OP_VALUE(NAME, TYPE, A)          \
    static TYPE NAME##_value(uint64_t bits)  \
    {                                        \
        TYPE value;                          \
        memcpy(&value, &bits, sizeof value); \
        return value;                        \
    }
ISHMEMI_AMO_EXT_TYPES(AMO_OP_VALUE, )

#endif
