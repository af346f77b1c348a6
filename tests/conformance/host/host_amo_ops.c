/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Every atomic memory operation of every type, in every form, without and with a context, called by
 * the host.
 */
#include "amo_op_routines.h"
#include "harness.h"
#include <string.h>

static ishmem_ctx_t ctx;

#define BITS(NAME, TYPE, A)                  \
    static uint64_t NAME##_bits(TYPE value)  \
    {                                        \
        uint64_t bits = 0;                   \
        memcpy(&bits, &value, sizeof value); \
        return bits;                         \
    }
ISHMEMI_AMO_EXT_TYPES(BITS, )

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

/* A call, by what the routine gives: nothing; the value before; that value in `fetched`, when the context on which it
 * is, one of the two, has completed it. */
#define CALL_NOTHING(NAME, TYPE, ROUTINE, ...) \
    ROUTINE(__VA_ARGS__);                      \
    return 0
#define CALL_BEFORE(NAME, TYPE, ROUTINE, ...) return NAME##_bits(ROUTINE(__VA_ARGS__))
#define CALL_STORED(NAME, TYPE, ROUTINE, ...) \
    TYPE fetched = (TYPE)1;                   \
    ROUTINE(__VA_ARGS__);                     \
    ishmem_quiet();                           \
    ishmem_ctx_quiet(ctx);                    \
    return NAME##_bits(fetched)
#define CALL_(OP, GIVES, NAME, TYPE, ROUTINE, ...) CALL_##GIVES(NAME, TYPE, ROUTINE, __VA_ARGS__)

#define FUNCTION(ID, NAME, TYPE, ROUTINE, KIND, FULL_NAME, CTX)                               \
    static uint64_t ID(const amo_routine_t *self, void *dest, uint64_t value, uint64_t cond,  \
                       int pe)                                                                \
    {                                                                                         \
        (void)self, (void)value, (void)cond;                                                  \
        AMO_OP_APPLY(CALL_, IS_##ROUTINE, NAME, TYPE, FULL_NAME, CTX ARGUMENTS_##KIND(NAME)); \
    }
#define FUNCTIONS(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND)                                   \
    FUNCTION(plain_##NAME##_##ROUTINE, NAME, TYPE, ROUTINE, KIND, ishmem_##NAME##_##ROUTINE, ) \
    FUNCTION(ctx_##NAME##_##ROUTINE, NAME, TYPE, ROUTINE, KIND, ishmem_ctx_##NAME##_##ROUTINE, \
             CTX_ARGUMENT)
AMO_OP_EVERY(FUNCTIONS)

#define ROW(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) \
    AMO_OP_ROW(ROUTINE, "ishmem_" #NAME "_" #ROUTINE, TYPE, plain_##NAME##_##ROUTINE)
#define CTX_ROW(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) \
    AMO_OP_ROW(ROUTINE, "ishmem_ctx_" #NAME "_" #ROUTINE, TYPE, ctx_##NAME##_##ROUTINE)

static const amo_routine_t plain[] = {AMO_OP_EVERY(ROW)};
static const amo_routine_t on_ctx[] = {AMO_OP_EVERY(CTX_ROW)};

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
