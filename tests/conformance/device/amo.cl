/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Atomic memory operations inside kernels: one operation a launch by work-item 0, whose result goes
 * to *result, and hammers by all work-items.  Values are 64-bit patterns of which a type takes the
 * low bytes.
 */
#include "forms.h"
#include "ishmem_device.h"

#define FORMS(FLAT, CTX, OVERLOAD, OVERLOAD_CTX) \
    switch (form) {                              \
    case FORM_FLAT:                              \
        FLAT;                                    \
        break;                                   \
    case FORM_CTX:                               \
        CTX;                                     \
        break;                                   \
    case FORM_OVERLOAD:                          \
        OVERLOAD;                                \
        break;                                   \
    default:                                     \
        OVERLOAD_CTX;                            \
        break;                                   \
    }

#define EXTENDED(NAME, TYPE, A)                                                           \
    kernel void NAME##_set_fetch(ishmem_ctx_t ctx, uint form, uint op, global TYPE *dest, \
                                 ulong bits, int pe, global ulong *result)                \
    {                                                                                     \
        if (get_global_id(0) != 0) {                                                      \
            return;                                                                       \
        }                                                                                 \
        union {                                                                           \
            ulong bits;                                                                   \
            TYPE typed;                                                                   \
        } value;                                                                          \
        value.bits = bits;                                                                \
        if (op == AMO_SET) {                                                              \
            FORMS(ishmem_##NAME##_atomic_set(dest, value.typed, pe),                      \
                  ishmem_ctx_##NAME##_atomic_set(ctx, dest, value.typed, pe),             \
                  ishmem_atomic_set((TYPE *)dest, value.typed, pe),                       \
                  ishmem_atomic_set(ctx, (TYPE *)dest, value.typed, pe))                  \
        } else {                                                                          \
            value.bits = 0;                                                               \
            FORMS(value.typed = ishmem_##NAME##_atomic_fetch(dest, pe),                   \
                  value.typed = ishmem_ctx_##NAME##_atomic_fetch(ctx, dest, pe),          \
                  value.typed = ishmem_atomic_fetch((const TYPE *)dest, pe),              \
                  value.typed = ishmem_atomic_fetch(ctx, (const TYPE *)dest, pe))         \
            *result = value.bits;                                                         \
        }                                                                                 \
    }
ISHMEMI_AMO_EXT_TYPES(EXTENDED, )

#define STANDARD(NAME, TYPE, A)                                                                    \
    kernel void NAME##_amo(ishmem_ctx_t ctx, uint form, uint op, global TYPE *dest, ulong value,   \
                           ulong cond, int pe, global ulong *result)                               \
    {                                                                                              \
        if (get_global_id(0) != 0) {                                                               \
            return;                                                                                \
        }                                                                                          \
        const TYPE v = (TYPE)value;                                                                \
        const TYPE c = (TYPE)cond;                                                                 \
        TYPE before = 0;                                                                           \
        switch (op) {                                                                              \
        case AMO_FETCH_ADD:                                                                        \
            FORMS(before = ishmem_##NAME##_atomic_fetch_add(dest, v, pe),                          \
                  before = ishmem_ctx_##NAME##_atomic_fetch_add(ctx, dest, v, pe),                 \
                  before = ishmem_atomic_fetch_add((TYPE *)dest, v, pe),                           \
                  before = ishmem_atomic_fetch_add(ctx, (TYPE *)dest, v, pe))                      \
            break;                                                                                 \
        case AMO_ADD:                                                                              \
            FORMS(ishmem_##NAME##_atomic_add(dest, v, pe),                                         \
                  ishmem_ctx_##NAME##_atomic_add(ctx, dest, v, pe),                                \
                  ishmem_atomic_add((TYPE *)dest, v, pe),                                          \
                  ishmem_atomic_add(ctx, (TYPE *)dest, v, pe))                                     \
            break;                                                                                 \
        default:                                                                                   \
            FORMS(before = ishmem_##NAME##_atomic_compare_swap(dest, c, v, pe),                    \
                  before = ishmem_ctx_##NAME##_atomic_compare_swap(ctx, dest, c, v, pe),           \
                  before = ishmem_atomic_compare_swap((TYPE *)dest, c, v, pe),                     \
                  before = ishmem_atomic_compare_swap(ctx, (TYPE *)dest, c, v, pe))                \
            break;                                                                                 \
        }                                                                                          \
        *result = (ulong)before;                                                                   \
    }                                                                                              \
    /* Each work-item adds 15 a round, in three ways; *wrong counts fetched values that went     \
     * back. */ \
    kernel void NAME##_hammer(global TYPE *dest, uint rounds, int pe, global uint *wrong)          \
    {                                                                                              \
        TYPE last = 0;                                                                             \
        uint back = 0;                                                                             \
        for (uint round = 0; round < rounds; round++) {                                            \
            const TYPE seen = ishmem_##NAME##_atomic_fetch_add(dest, (TYPE)3, pe);                 \
            back += round > 0 && seen < last + 3;                                                  \
            last = seen;                                                                           \
            ishmem_##NAME##_atomic_add(dest, (TYPE)5, pe);                                         \
            TYPE before = ishmem_##NAME##_atomic_fetch(dest, pe);                                  \
            for (;;) {                                                                             \
                const TYPE found =                                                                 \
                    ishmem_##NAME##_atomic_compare_swap(dest, before, (TYPE)(before + 7), pe);     \
                if (found == before) {                                                             \
                    break;                                                                         \
                }                                                                                  \
                before = found;                                                                    \
            }                                                                                      \
        }                                                                                          \
        if (back > 0) {                                                                            \
            atomic_fetch_add_explicit((volatile global atomic_uint *)wrong, back,                  \
                                      memory_order_relaxed, memory_scope_all_svm_devices);         \
        }                                                                                          \
    }
ISHMEMI_AMO_STD_TYPES(STANDARD, )
