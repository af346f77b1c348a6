/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * iput, iget, ibput and ibget of every type and size, without and with a context, called by the
 * host.
 */
#include "harness.h"
#include "ishmem.h"
#include "strided_cases.h"

static ishmem_ctx_t ctx;

/* Calls of one type or size, on a context or without: FORM is `plain` or `ctx`. */
#define CALLS(ID, FORM, IPUT, IGET, IBPUT, IBGET, CTX)                                             \
    static void FORM##_##ID##_iput(const strided_routines_t *self, void *dest, const void *source, \
                                   ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe)            \
    {                                                                                              \
        (void)self;                                                                                \
        IPUT(CTX dest, source, dst, sst, nelems, pe);                                              \
    }                                                                                              \
    static void FORM##_##ID##_iget(const strided_routines_t *self, void *dest, const void *source, \
                                   ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe)            \
    {                                                                                              \
        (void)self;                                                                                \
        IGET(CTX dest, source, dst, sst, nelems, pe);                                              \
    }                                                                                              \
    static void FORM##_##ID##_ibput(const strided_routines_t *self, void *dest,                    \
                                    const void *source, ptrdiff_t dst, ptrdiff_t sst,              \
                                    size_t bsize, size_t nblocks, int pe)                          \
    {                                                                                              \
        (void)self;                                                                                \
        IBPUT(CTX dest, source, dst, sst, bsize, nblocks, pe);                                     \
    }                                                                                              \
    static void FORM##_##ID##_ibget(const strided_routines_t *self, void *dest,                    \
                                    const void *source, ptrdiff_t dst, ptrdiff_t sst,              \
                                    size_t bsize, size_t nblocks, int pe)                          \
    {                                                                                              \
        (void)self;                                                                                \
        IBGET(CTX dest, source, dst, sst, bsize, nblocks, pe);                                     \
    }
#define CTX_ARGUMENT ctx,

#define TYPED_CALLS(NAME, TYPE, A)                                                         \
    CALLS(NAME, plain, ishmem_##NAME##_iput, ishmem_##NAME##_iget, ishmemx_##NAME##_ibput, \
          ishmemx_##NAME##_ibget, )                                                        \
    CALLS(NAME, ctx, ishmem_ctx_##NAME##_iput, ishmem_ctx_##NAME##_iget,                   \
          ishmemx_ctx_##NAME##_ibput, ishmemx_ctx_##NAME##_ibget, CTX_ARGUMENT)
ISHMEMI_RMA_TYPES(TYPED_CALLS, )

#define SIZED_CALLS(SIZE, BYTES, A)                                                         \
    CALLS(SIZE, plain, ishmem_iput##SIZE, ishmem_iget##SIZE, ishmemx_ibput##SIZE,           \
          ishmemx_ibget##SIZE, )                                                            \
    CALLS(SIZE, ctx, ishmem_ctx_iput##SIZE, ishmem_ctx_iget##SIZE, ishmemx_ctx_ibput##SIZE, \
          ishmemx_ctx_ibget##SIZE, CTX_ARGUMENT)
ISHMEMI_SIZES(SIZED_CALLS, )

#define TYPED_ROW(NAME, TYPE, FORM) \
    STRIDED_ROW(FORM##_##NAME, #FORM " " #NAME, sizeof(TYPE), sizeof(TYPE))
#define SIZED_ROW(SIZE, BYTES, FORM) STRIDED_ROW(FORM##_##SIZE, #FORM " " #SIZE, BYTES, 1)

static const strided_routines_t plain[] = {ISHMEMI_RMA_TYPES(TYPED_ROW, plain)
                                               ISHMEMI_SIZES(SIZED_ROW, plain)};
static const strided_routines_t on_ctx[] = {ISHMEMI_RMA_TYPES(TYPED_ROW, ctx)
                                                ISHMEMI_SIZES(SIZED_ROW, ctx)};

int main(void)
{
    test_start();
    test_family("strided rma");
    if (ishmem_ctx_create(0, &ctx) != 0) {
        test_fatal("no context");
    }
    strided_cases("the host", false, plain, sizeof plain / sizeof plain[0], 1, 0);
    strided_cases("the host", false, on_ctx, sizeof on_ctx / sizeof on_ctx[0], 4, 1);
    ishmem_ctx_destroy(ctx);
    return test_finish();
}
