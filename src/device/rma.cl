/* SPDX-License-Identifier: BSD-3-Clause */
/* Put, get, p and g. */
#include "ishmem/device/rma.h"
#include "ishmem_device.h"

/* BODY is ishmemi_put or ishmemi_get; WIDTH an element's bytes. */
#define DEFINE_COPY(ROUTINE, TYPE, WIDTH, BODY)                                                    \
    void ishmem_##ROUTINE(TYPE *dest, const TYPE *source, size_t nelems, int pe)                   \
    {                                                                                              \
        BODY(ISHMEM_CTX_DEFAULT, ISHMEMI_WORK_ITEM, dest, source, nelems * (WIDTH), pe);           \
    }                                                                                              \
    void ishmem_ctx_##ROUTINE(ishmem_ctx_t ctx, TYPE *dest, const TYPE *source, size_t nelems,     \
                              int pe)                                                              \
    {                                                                                              \
        BODY(ctx, ISHMEMI_WORK_ITEM, dest, source, nelems * (WIDTH), pe);                          \
    }                                                                                              \
    void ishmemx_##ROUTINE##_work_group(TYPE *dest, const TYPE *source, size_t nelems, int pe)     \
    {                                                                                              \
        BODY(ISHMEM_CTX_DEFAULT, ISHMEMI_WORK_GROUP, dest, source, nelems * (WIDTH), pe);          \
    }                                                                                              \
    void ishmemx_ctx_##ROUTINE##_work_group(ishmem_ctx_t ctx, TYPE *dest, const TYPE *source,      \
                                            size_t nelems, int pe)                                 \
    {                                                                                              \
        BODY(ctx, ISHMEMI_WORK_GROUP, dest, source, nelems * (WIDTH), pe);                         \
    }                                                                                              \
    void ishmemx_##ROUTINE##_sub_group(TYPE *dest, const TYPE *source, size_t nelems, int pe)      \
    {                                                                                              \
        BODY(ISHMEM_CTX_DEFAULT, ISHMEMI_SUB_GROUP, dest, source, nelems * (WIDTH), pe);           \
    }                                                                                              \
    void ishmemx_ctx_##ROUTINE##_sub_group(ishmem_ctx_t ctx, TYPE *dest, const TYPE *source,       \
                                           size_t nelems, int pe)                                  \
    {                                                                                              \
        BODY(ctx, ISHMEMI_SUB_GROUP, dest, source, nelems * (WIDTH), pe);                          \
    }

#define DEFINE_TYPE(NAME, TYPE, A)                           \
    DEFINE_COPY(NAME##_put, TYPE, sizeof(TYPE), ishmemi_put) \
    DEFINE_COPY(NAME##_get, TYPE, sizeof(TYPE), ishmemi_get)
ISHMEMI_RMA_TYPES(DEFINE_TYPE, )

#define DEFINE_SIZE(SIZE, BYTES, A)                  \
    DEFINE_COPY(put##SIZE, void, BYTES, ishmemi_put) \
    DEFINE_COPY(get##SIZE, void, BYTES, ishmemi_get)
ISHMEMI_SIZES(DEFINE_SIZE, )

DEFINE_COPY(putmem, void, 1, ishmemi_put)
DEFINE_COPY(getmem, void, 1, ishmemi_get)

#define DEFINE_VALUE(NAME, TYPE, A)                                              \
    void ishmem_##NAME##_p(TYPE *dest, TYPE value, int pe)                       \
    {                                                                            \
        ishmemi_p(ISHMEM_CTX_DEFAULT, dest, &value, sizeof value, pe);           \
    }                                                                            \
    void ishmem_ctx_##NAME##_p(ishmem_ctx_t ctx, TYPE *dest, TYPE value, int pe) \
    {                                                                            \
        ishmemi_p(ctx, dest, &value, sizeof value, pe);                          \
    }                                                                            \
    TYPE ishmem_##NAME##_g(const TYPE *source, int pe)                           \
    {                                                                            \
        TYPE value;                                                              \
        ishmemi_g(ISHMEM_CTX_DEFAULT, source, &value, sizeof value, pe);         \
        return value;                                                            \
    }                                                                            \
    TYPE ishmem_ctx_##NAME##_g(ishmem_ctx_t ctx, const TYPE *source, int pe)     \
    {                                                                            \
        TYPE value;                                                              \
        ishmemi_g(ctx, source, &value, sizeof value, pe);                        \
        return value;                                                            \
    }
ISHMEMI_RMA_TYPES(DEFINE_VALUE, )
