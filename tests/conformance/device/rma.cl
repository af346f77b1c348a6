/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * put, get, p and g inside kernels.  A block of nelems elements is shared out among the callers of a
 * launch: its work-items, or its groups.
 */
#include "forms.h"
#include "ishmem_device.h"

/* The part of caller number `caller`. */
#define FIRST(nelems, caller, callers) ((nelems) * (caller) / (callers))

#define ITEM(NAME, TYPE, DIRECTION, FLAT, CTX, OVERLOAD, OVERLOAD_CTX)                         \
    kernel void NAME##_##DIRECTION##_item(ishmem_ctx_t ctx, uint form, global TYPE *dest,      \
                                          global const TYPE *source, ulong nelems, int pe)     \
    {                                                                                          \
        const ulong callers = get_global_size(0);                                              \
        const ulong caller = get_global_id(0);                                                 \
        const ulong first = FIRST(nelems, caller, callers);                                    \
        const ulong count = FIRST(nelems, caller + 1, callers) - first;                        \
        switch (form) {                                                                        \
        case FORM_FLAT:                                                                        \
            ishmem_##NAME##_##DIRECTION(dest + first, source + first, count, pe);              \
            break;                                                                             \
        case FORM_CTX:                                                                         \
            ishmem_ctx_##NAME##_##DIRECTION(ctx, dest + first, source + first, count, pe);     \
            break;                                                                             \
        case FORM_OVERLOAD:                                                                    \
            ishmem_##DIRECTION((TYPE *)dest + first, (const TYPE *)source + first, count, pe); \
            break;                                                                             \
        case FORM_OVERLOAD_CTX:                                                                \
            ishmem_##DIRECTION(ctx, (TYPE *)dest + first, (const TYPE *)source + first, count, \
                               pe);                                                            \
            break;                                                                             \
        default:                                                                               \
            for (ulong i = caller; i < nelems; i += callers) {                                 \
                switch (form - FORM_ELEMENTS) {                                                \
                case FORM_FLAT:                                                                \
                    FLAT(NAME, TYPE, dest + i, source + i, pe);                                \
                    break;                                                                     \
                case FORM_CTX:                                                                 \
                    CTX(NAME, TYPE, dest + i, source + i, pe);                                 \
                    break;                                                                     \
                case FORM_OVERLOAD:                                                            \
                    OVERLOAD(NAME, TYPE, dest + i, source + i, pe);                            \
                    break;                                                                     \
                default:                                                                       \
                    OVERLOAD_CTX(NAME, TYPE, dest + i, source + i, pe);                        \
                    break;                                                                     \
                }                                                                              \
            }                                                                                  \
            break;                                                                             \
        }                                                                                      \
    }

#define P_FLAT(NAME, TYPE, d, s, pe) ishmem_##NAME##_p(d, *(s), pe)
#define P_CTX(NAME, TYPE, d, s, pe) ishmem_ctx_##NAME##_p(ctx, d, *(s), pe)
#define P_OVERLOAD(NAME, TYPE, d, s, pe) ishmem_p((TYPE *)(d), *(s), pe)
#define P_OVERLOAD_CTX(NAME, TYPE, d, s, pe) ishmem_p(ctx, (TYPE *)(d), *(s), pe)
#define G_FLAT(NAME, TYPE, d, s, pe) (*(d) = ishmem_##NAME##_g(s, pe))
#define G_CTX(NAME, TYPE, d, s, pe) (*(d) = ishmem_ctx_##NAME##_g(ctx, s, pe))
#define G_OVERLOAD(NAME, TYPE, d, s, pe) (*(d) = ishmem_g((const TYPE *)(s), pe))
#define G_OVERLOAD_CTX(NAME, TYPE, d, s, pe) (*(d) = ishmem_g(ctx, (const TYPE *)(s), pe))

/* A group's part. */
#define PART d, s, count, pe
#define GROUP(NAME, TYPE, DIRECTION)                                                             \
    kernel void NAME##_##DIRECTION##_group(ishmem_ctx_t ctx, uint form, global TYPE *dest,       \
                                           global const TYPE *source, ulong nelems, int pe)      \
    {                                                                                            \
        const int sub = form >= FORM_SUB_GROUP;                                                  \
        const ulong callers = get_num_groups(0) * (sub ? get_num_sub_groups() : 1);              \
        const ulong caller =                                                                     \
            sub ? get_group_id(0) * get_num_sub_groups() + get_sub_group_id() : get_group_id(0); \
        const ulong first = FIRST(nelems, caller, callers);                                      \
        const ulong count = FIRST(nelems, caller + 1, callers) - first;                          \
        TYPE *const d = dest + first;                                                            \
        const TYPE *const s = source + first;                                                    \
        switch (form) {                                                                          \
            FORM_CASES(0, ishmemx, NAME, DIRECTION, _work_group, PART)                           \
            FORM_CASES(FORM_SUB_GROUP, ishmemx, NAME, DIRECTION, _sub_group, PART)               \
        }                                                                                        \
    }

#define TYPED(NAME, TYPE, A)                                         \
    ITEM(NAME, TYPE, put, P_FLAT, P_CTX, P_OVERLOAD, P_OVERLOAD_CTX) \
    ITEM(NAME, TYPE, get, G_FLAT, G_CTX, G_OVERLOAD, G_OVERLOAD_CTX) \
    GROUP(NAME, TYPE, put)                                           \
    GROUP(NAME, TYPE, get)
ISHMEMI_RMA_TYPES(TYPED, )

/* put64 and so on, and putmem: addresses without a type. */
#define SIZED_DIRECTION(SIZE, BYTES, DIRECTION)                                                    \
    kernel void sized_##SIZE##_##DIRECTION##_item(ishmem_ctx_t ctx, uint form, global char *dest,  \
                                                  global const char *source, ulong nelems, int pe) \
    {                                                                                              \
        const ulong callers = get_global_size(0);                                                  \
        const ulong caller = get_global_id(0);                                                     \
        const ulong first = FIRST(nelems, caller, callers);                                        \
        const ulong count = FIRST(nelems, caller + 1, callers) - first;                            \
        if (form == FORM_FLAT) {                                                                   \
            ishmem_##DIRECTION##SIZE(dest + first * BYTES, source + first * BYTES, count, pe);     \
        } else {                                                                                   \
            ishmem_ctx_##DIRECTION##SIZE(ctx, dest + first * BYTES, source + first * BYTES, count, \
                                         pe);                                                      \
        }                                                                                          \
    }                                                                                              \
    kernel void sized_##SIZE##_##DIRECTION##_group(ishmem_ctx_t ctx, uint form, global char *dest, \
                                                   global const char *source, ulong nelems,        \
                                                   int pe)                                         \
    {                                                                                              \
        const int sub = form >= FORM_SUB_GROUP;                                                    \
        const ulong callers = get_num_groups(0) * (sub ? get_num_sub_groups() : 1);                \
        const ulong caller =                                                                       \
            sub ? get_group_id(0) * get_num_sub_groups() + get_sub_group_id() : get_group_id(0);   \
        const ulong first = FIRST(nelems, caller, callers);                                        \
        const ulong count = FIRST(nelems, caller + 1, callers) - first;                            \
        char *const d = dest + first * BYTES;                                                      \
        const char *const s = source + first * BYTES;                                              \
        switch (form) {                                                                            \
            FORM_SIZED_CASES(0, ishmemx, DIRECTION##SIZE, _work_group, PART)                       \
            FORM_SIZED_CASES(FORM_SUB_GROUP, ishmemx, DIRECTION##SIZE, _sub_group, PART)           \
        }                                                                                          \
    }

#define SIZED(SIZE, BYTES, A)         \
    SIZED_DIRECTION(SIZE, BYTES, put) \
    SIZED_DIRECTION(SIZE, BYTES, get)
ISHMEMI_SIZES(SIZED, )
SIZED(mem, 1, )

/* Local sources and destinations in private and in local memory: `bytes` bytes (at most 256) make a
 * round trip by way of PE pe's dest. */
kernel void spaces(global char *dest, global const char *source, global char *private_back,
                   global char *local_back, ulong bytes, int pe)
{
    local char shared[256];
    const bool first = get_local_id(0) == 0;
    if (first) {
        char own[256];
        for (ulong i = 0; i < bytes; i++) {
            own[i] = source[i];
        }
        ishmem_putmem(dest, own, bytes, pe);
        ishmem_quiet();
        for (ulong i = 0; i < bytes; i++) {
            own[i] = 0;
        }
        ishmem_getmem(own, dest, bytes, pe);
        for (ulong i = 0; i < bytes; i++) {
            private_back[i] = own[i];
        }
    }
    work_group_barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);
    for (ulong i = get_local_id(0); i < bytes; i += get_local_size(0)) {
        shared[i] = source[bytes - 1 - i];
    }
    ishmemx_putmem_work_group(dest, shared, bytes, pe);
    ishmemx_quiet_work_group();
    for (ulong i = get_local_id(0); i < bytes; i += get_local_size(0)) {
        shared[i] = 0;
    }
    ishmemx_getmem_work_group(shared, dest, bytes, pe);
    for (ulong i = get_local_id(0); i < bytes; i += get_local_size(0)) {
        local_back[i] = shared[i];
    }
}
