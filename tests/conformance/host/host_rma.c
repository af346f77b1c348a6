/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * put, get, their non-blocking forms, p and g, of every type and size, without and with a context,
 * called by the host.
 */
#include "harness.h"
#include "ishmem.h"
#include "rma_cases.h"
#include <string.h>

static ishmem_ctx_t ctx;

/* Block routines of one type or size.  The non-blocking forms are complete with the quiet. */
#define BLOCK_CALLS(ID, FORM, PUT, GET, CTX, QUIET)                                           \
    static void FORM##_##ID##_put(const rma_routines_t *self, void *dest, const void *source, \
                                  size_t nelems, int pe)                                      \
    {                                                                                         \
        (void)self;                                                                           \
        PUT(CTX dest, source, nelems, pe);                                                    \
        QUIET;                                                                                \
    }                                                                                         \
    static void FORM##_##ID##_get(const rma_routines_t *self, void *dest, const void *source, \
                                  size_t nelems, int pe)                                      \
    {                                                                                         \
        (void)self;                                                                           \
        GET(CTX dest, source, nelems, pe);                                                    \
        QUIET;                                                                                \
    }
#define VALUE_CALLS(NAME, TYPE, FORM, P, G, CTX)                                                 \
    static void FORM##_##NAME##_p(const rma_routines_t *self, void *dest, uint64_t bits, int pe) \
    {                                                                                            \
        TYPE value;                                                                              \
        (void)self;                                                                              \
        memcpy(&value, &bits, sizeof value);                                                     \
        P(CTX dest, value, pe);                                                                  \
    }                                                                                            \
    static uint64_t FORM##_##NAME##_g(const rma_routines_t *self, const void *source, int pe)    \
    {                                                                                            \
        const TYPE value = G(CTX source, pe);                                                    \
        uint64_t bits = 0;                                                                       \
        (void)self;                                                                              \
        memcpy(&bits, &value, sizeof value);                                                     \
        return bits;                                                                             \
    }
#define NO_QUIET (void)0
#define CTX_ARGUMENT ctx,

#define TYPED_CALLS(NAME, TYPE, A)                                                             \
    BLOCK_CALLS(NAME, plain, ishmem_##NAME##_put, ishmem_##NAME##_get, , NO_QUIET)             \
    BLOCK_CALLS(NAME, nbi, ishmem_##NAME##_put_nbi, ishmem_##NAME##_get_nbi, , ishmem_quiet()) \
    BLOCK_CALLS(NAME, ctx, ishmem_ctx_##NAME##_put, ishmem_ctx_##NAME##_get, CTX_ARGUMENT,     \
                NO_QUIET)                                                                      \
    BLOCK_CALLS(NAME, ctx_nbi, ishmem_ctx_##NAME##_put_nbi, ishmem_ctx_##NAME##_get_nbi,       \
                CTX_ARGUMENT, ishmem_ctx_quiet(ctx))                                           \
    VALUE_CALLS(NAME, TYPE, plain, ishmem_##NAME##_p, ishmem_##NAME##_g, )                     \
    VALUE_CALLS(NAME, TYPE, ctx, ishmem_ctx_##NAME##_p, ishmem_ctx_##NAME##_g, CTX_ARGUMENT)

#define SIZED_CALLS(SIZE, BYTES, A)                                                            \
    BLOCK_CALLS(SIZE, plain, ishmem_put##SIZE, ishmem_get##SIZE, , NO_QUIET)                   \
    BLOCK_CALLS(SIZE, nbi, ishmem_put##SIZE##_nbi, ishmem_get##SIZE##_nbi, , ishmem_quiet())   \
    BLOCK_CALLS(SIZE, ctx, ishmem_ctx_put##SIZE, ishmem_ctx_get##SIZE, CTX_ARGUMENT, NO_QUIET) \
    BLOCK_CALLS(SIZE, ctx_nbi, ishmem_ctx_put##SIZE##_nbi, ishmem_ctx_get##SIZE##_nbi,         \
                CTX_ARGUMENT, ishmem_ctx_quiet(ctx))
RMA_EVERY(TYPED_CALLS, SIZED_CALLS, )

#define TYPED_ROW(NAME, TYPE, FORM)                                                        \
    RMA_ROW(FORM##_##NAME, #FORM " " #NAME, sizeof(TYPE), sizeof(TYPE), FORM##_##NAME##_p, \
            FORM##_##NAME##_g, NULL)
#define TYPED_ROW_NBI(NAME, TYPE, FORM) \
    RMA_ROW(FORM##_##NAME, #FORM " " #NAME, sizeof(TYPE), sizeof(TYPE), NULL, NULL, NULL)
#define SIZED_ROW(SIZE, BYTES, FORM) \
    RMA_ROW(FORM##_##SIZE, #FORM " " #SIZE, BYTES, 1, NULL, NULL, NULL)

static const rma_routines_t table[] = {RMA_EVERY(TYPED_ROW, SIZED_ROW, plain)};
/* The same bodies in other forms: a few shapes each. */
static const rma_routines_t forms[] = {RMA_EVERY(TYPED_ROW_NBI, SIZED_ROW, nbi) RMA_EVERY(
    TYPED_ROW, SIZED_ROW, ctx) RMA_EVERY(TYPED_ROW_NBI, SIZED_ROW, ctx_nbi)};

/* A count of zero touches nothing, wherever the addresses point. */
static void zero_counts(void)
{
    char byte = 'x';
    ishmem_putmem(NULL, NULL, 0, test_me);
    ishmem_getmem(&byte, NULL, 0, test_me);
    ishmem_int_put(NULL, NULL, 0, test_n - 1);
    ishmem_double_get(NULL, NULL, 0, test_n - 1);
    test_check(byte == 'x', "a get of no bytes stored something");
}

int main(void)
{
    const rma_caller_t caller = {.name = "the host",
                                 .shared = false,
                                 .block_bytes = RMA_LARGEST_BLOCK,
                                 .step = test_step(1, RMA_HOST_STEP)};
    const rma_caller_t few = {
        .name = "the host", .shared = false, .block_bytes = 1 << 14, .step = 7, .first = 3};
    test_start();
    test_family("rma");
    if (ishmem_ctx_create(0, &ctx) != 0) {
        test_fatal("no context");
    }
    rma_cases(&caller, table, sizeof table / sizeof table[0]);
    rma_cases(&few, forms, sizeof forms / sizeof forms[0]);
    ishmem_ctx_destroy(ctx);
    zero_counts();
    return test_finish();
}
