/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Every atomic memory operation of every type, in every form, without and with a context, called by
 * the host.
 */
#include "amo_op_cases.h"
#include "harness.h"
#include "ishmem.h"
#include <string.h>

static ishmem_ctx_t ctx;

#define VALUES(NAME, TYPE, A)                                                                    \
    static uint64_t NAME##_bits(TYPE value)                                                      \
    {                                                                                            \
        uint64_t bits = 0;                                                                       \
        memcpy(&bits, &value, sizeof value);                                                     \
        return bits;                                                                             \
    }                                                                                            \
    static TYPE NAME##_value(uint64_t bits)                                                      \
    {                                                                                            \
        TYPE value;                                                                              \
        memcpy(&value, &bits, sizeof value);                                                     \
        return value;                                                                            \
    }
ISHMEMI_AMO_EXT_TYPES(VALUES, )

#define CTX_ARGUMENT ctx,

/* Arguments, by the kind of a routine's parameters. */
#define ARGUMENTS_read(NAME) dest, pe
#define ARGUMENTS_change(NAME) dest, pe
#define ARGUMENTS_value(NAME) dest, NAME##_value(value), pe
#define ARGUMENTS_cond(NAME) dest, NAME##_value(cond), NAME##_value(value), pe
#define ARGUMENTS_read_nbi(NAME) &fetched, dest, pe
#define ARGUMENTS_change_nbi(NAME) &fetched, dest, pe
#define ARGUMENTS_value_nbi(NAME) &fetched, dest, NAME##_value(value), pe
#define ARGUMENTS_cond_nbi(NAME) &fetched, dest, NAME##_value(cond), NAME##_value(value), pe

/* A call, by what the routine gives: nothing; the value before; that value in `fetched`. */
#define CALL_NOTHING(NAME, TYPE, ROUTINE, ...)                                                   \
    ROUTINE(__VA_ARGS__);                                                                        \
    return 0
#define CALL_BEFORE(NAME, TYPE, ROUTINE, ...) return NAME##_bits(ROUTINE(__VA_ARGS__))
#define CALL_STORED(NAME, TYPE, ROUTINE, ...)                                                    \
    TYPE fetched = (TYPE)1;                                                                      \
    ROUTINE(__VA_ARGS__);                                                                        \
    ishmem_ctx_quiet(ctx);                                                                       \
    return NAME##_bits(fetched)
#define RETURNS_NOTHING false
#define RETURNS_BEFORE true
#define RETURNS_STORED true

/* What a routine does and gives, by its name. */
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
#define EXPAND(MACRO, ARGUMENTS) MACRO ARGUMENTS
#define CALL_(OP, GIVES, NAME, TYPE, ROUTINE, ...) CALL_##GIVES(NAME, TYPE, ROUTINE, __VA_ARGS__)
#define ROW_(OP, GIVES, LABEL, TYPE, CALL)                                                       \
    {.name = LABEL,                                                                              \
     .op = OP,                                                                                   \
     .size = sizeof(TYPE),                                                                       \
     .returns = RETURNS_##GIVES,                                                                 \
     .is_float = (TYPE)0.5 > 0,                                                                  \
     .call = CALL},

#define FUNCTION(ID, NAME, TYPE, ROUTINE, KIND, FULL_NAME, CTX)                                  \
    static uint64_t ID(const amo_routine_t *self, void *dest, uint64_t value, uint64_t cond,     \
                       int pe)                                                                   \
    {                                                                                            \
        (void)self, (void)value, (void)cond;                                                     \
        EXPAND(CALL_, (IS_##ROUTINE, NAME, TYPE, FULL_NAME, CTX ARGUMENTS_##KIND(NAME)));       \
    }
#define FUNCTIONS(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND)                                     \
    FUNCTION(plain_##NAME##_##ROUTINE, NAME, TYPE, ROUTINE, KIND, ishmem_##NAME##_##ROUTINE, )   \
    FUNCTION(ctx_##NAME##_##ROUTINE, NAME, TYPE, ROUTINE, KIND, ishmem_ctx_##NAME##_##ROUTINE,   \
             CTX_ARGUMENT)
#define ROW(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND)                                           \
    EXPAND(ROW_, (IS_##ROUTINE, "ishmem_" #NAME "_" #ROUTINE, TYPE, plain_##NAME##_##ROUTINE))
#define CTX_ROW(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND)                                       \
    EXPAND(ROW_, (IS_##ROUTINE, "ishmem_ctx_" #NAME "_" #ROUTINE, TYPE, ctx_##NAME##_##ROUTINE))

/* X over every routine of every type. */
#define STD(NAME, TYPE, X) ISHMEMI_AMO_STD_ROUTINES(X, NAME, TYPE)
#define EXT(NAME, TYPE, X) ISHMEMI_AMO_EXT_ROUTINES(X, NAME, TYPE)
#define BIT(NAME, TYPE, X) ISHMEMI_AMO_BIT_ROUTINES(X, NAME, TYPE)
#define FLOAT(NAME, TYPE, X) ISHMEMI_AMO_FLOAT_ROUTINES(X, NAME, TYPE)
#define EVERY(X)                                                                                 \
    ISHMEMI_AMO_STD_TYPES(STD, X)                                                                \
    ISHMEMI_AMO_EXT_TYPES(EXT, X)                                                                \
    ISHMEMI_AMO_BIT_TYPES(BIT, X)                                                                \
    ISHMEMI_AMO_FLOAT_TYPES(FLOAT, X)
EVERY(FUNCTIONS)

static const amo_routine_t plain[] = {EVERY(ROW)};
static const amo_routine_t on_ctx[] = {EVERY(CTX_ROW)};

int main(void)
{
    test_start();
    test_family("amo, each routine");
    if (ishmem_ctx_create(ISHMEM_CTX_SERIALIZED, &ctx) != 0) {
        test_fatal("no context");
    }
    amo_op_cases("the host", plain, sizeof plain / sizeof plain[0], test_rounds(1001));
    amo_op_cases("the host", on_ctx, sizeof on_ctx / sizeof on_ctx[0], test_rounds(51));
    ishmem_ctx_destroy(ctx);
    return test_finish();
}
