/* SPDX-License-Identifier: BSD-3-Clause */
/* Atomic memory operations.  Values travel as bits, so that float and double need no arithmetic. */
#include "ishmem/device/atomics.h"
#include "ishmem_device.h"

#define DEFINE_STD(NAME, TYPE, A)                                                                 \
    TYPE ishmem_ctx_##NAME##_atomic_compare_swap(ishmem_ctx_t ctx, TYPE *dest, TYPE cond,         \
                                                 TYPE value, int pe)                              \
    {                                                                                             \
        return (TYPE)ishmemi_atomic_compare_swap(                                                 \
            ishmemi_translate(ctx, ISHMEMI_ADDRESS(dest), pe), sizeof(TYPE), (uint64_t)cond,      \
            (uint64_t)value);                                                                     \
    }                                                                                             \
    TYPE ishmem_##NAME##_atomic_compare_swap(TYPE *dest, TYPE cond, TYPE value, int pe)           \
    {                                                                                             \
        return ishmem_ctx_##NAME##_atomic_compare_swap(ISHMEM_CTX_DEFAULT, dest, cond, value, pe); \
    }                                                                                             \
    TYPE ishmem_ctx_##NAME##_atomic_fetch_add(ishmem_ctx_t ctx, TYPE *dest, TYPE value, int pe)   \
    {                                                                                             \
        return (TYPE)ishmemi_atomic_fetch_add(ishmemi_translate(ctx, ISHMEMI_ADDRESS(dest), pe),  \
                                              sizeof(TYPE), (uint64_t)value);                     \
    }                                                                                             \
    TYPE ishmem_##NAME##_atomic_fetch_add(TYPE *dest, TYPE value, int pe)                         \
    {                                                                                             \
        return ishmem_ctx_##NAME##_atomic_fetch_add(ISHMEM_CTX_DEFAULT, dest, value, pe);         \
    }                                                                                             \
    void ishmem_ctx_##NAME##_atomic_add(ishmem_ctx_t ctx, TYPE *dest, TYPE value, int pe)         \
    {                                                                                             \
        ishmemi_atomic_add(ishmemi_translate(ctx, ISHMEMI_ADDRESS(dest), pe), sizeof(TYPE),       \
                           (uint64_t)value);                                                      \
    }                                                                                             \
    void ishmem_##NAME##_atomic_add(TYPE *dest, TYPE value, int pe)                               \
    {                                                                                             \
        ishmem_ctx_##NAME##_atomic_add(ISHMEM_CTX_DEFAULT, dest, value, pe);                      \
    }
ISHMEMI_AMO_STD_TYPES(DEFINE_STD, )

#define DEFINE_EXT(NAME, TYPE, A)                                                                 \
    TYPE ishmem_ctx_##NAME##_atomic_fetch(ishmem_ctx_t ctx, const TYPE *source, int pe)           \
    {                                                                                             \
        const uint64_t bits = ishmemi_atomic_fetch(                                               \
            ishmemi_translate(ctx, ISHMEMI_ADDRESS(source), pe), sizeof(TYPE));                   \
        TYPE value;                                                                               \
        ISHMEMI_COPY_BYTES(&value, &bits, sizeof value);                                          \
        return value;                                                                             \
    }                                                                                             \
    TYPE ishmem_##NAME##_atomic_fetch(const TYPE *source, int pe)                                 \
    {                                                                                             \
        return ishmem_ctx_##NAME##_atomic_fetch(ISHMEM_CTX_DEFAULT, source, pe);                  \
    }                                                                                             \
    void ishmem_ctx_##NAME##_atomic_set(ishmem_ctx_t ctx, TYPE *dest, TYPE value, int pe)         \
    {                                                                                             \
        uint64_t bits = 0;                                                                        \
        ISHMEMI_COPY_BYTES(&bits, &value, sizeof value);                                          \
        ishmemi_atomic_set(ishmemi_translate(ctx, ISHMEMI_ADDRESS(dest), pe), sizeof(TYPE), bits); \
    }                                                                                             \
    void ishmem_##NAME##_atomic_set(TYPE *dest, TYPE value, int pe)                               \
    {                                                                                             \
        ishmem_ctx_##NAME##_atomic_set(ISHMEM_CTX_DEFAULT, dest, value, pe);                      \
    }
ISHMEMI_AMO_EXT_TYPES(DEFINE_EXT, )
