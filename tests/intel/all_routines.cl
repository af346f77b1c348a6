/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Kernels that call every routine of the device library, for a compiler to compile them: a library
 * by itself has no kernel, and most of it would be dropped unseen.
 *
 * NO_FP64: the device has no double values.  Routines that take pointers to double stay.
 */
#include "ishmem_device.h"

#ifdef NO_FP64
#define HAS_VALUES(TYPE) (sizeof(TYPE) != 8 || (TYPE)0.5 == 0)
#else
#define HAS_VALUES(TYPE) 1
#endif

/* source may be in any address space: once in global, once in local memory. */
#define CALL_COPY(STEM, dest, source)                       \
    ishmem_##STEM(dest, source, n, pe);                     \
    ishmem_ctx_##STEM(ctx, dest, source, n, pe);            \
    ishmemx_##STEM##_work_group(dest, source, n, pe);       \
    ishmemx_ctx_##STEM##_work_group(ctx, dest, source, n, pe); \
    ishmemx_##STEM##_sub_group(dest, source, n, pe);        \
    ishmemx_ctx_##STEM##_sub_group(ctx, dest, source, n, pe);
#define CALL_SIGNAL(STEM)                                                                       \
    ishmem_##STEM(a, b, n, signal, 1, ISHMEM_SIGNAL_SET, pe);                                   \
    ishmem_ctx_##STEM(ctx, a, b, n, signal, 1, ISHMEM_SIGNAL_ADD, pe);                          \
    ishmemx_##STEM##_work_group(a, b, n, signal, 1, ISHMEM_SIGNAL_SET, pe);                     \
    ishmemx_ctx_##STEM##_work_group(ctx, a, b, n, signal, 1, ISHMEM_SIGNAL_ADD, pe);            \
    ishmemx_##STEM##_sub_group(a, b, n, signal, 1, ISHMEM_SIGNAL_SET, pe);                      \
    ishmemx_ctx_##STEM##_sub_group(ctx, a, b, n, signal, 1, ISHMEM_SIGNAL_ADD, pe);

#define RMA_KERNELS(NAME, TYPE, A)                                                              \
    kernel void NAME##_copy(ishmem_ctx_t ctx, __global TYPE *a, __global TYPE *b,               \
                            __local TYPE *l, ulong n, int pe)                                   \
    {                                                                                           \
        CALL_COPY(NAME##_put, a, b)                                                             \
        CALL_COPY(NAME##_get, l, a)                                                             \
        if (HAS_VALUES(TYPE)) {                                                                 \
            ishmem_##NAME##_p(a, ishmem_ctx_##NAME##_g(ctx, b, pe), pe);                        \
            ishmem_ctx_##NAME##_p(ctx, b, ishmem_##NAME##_g(a, pe), pe);                        \
        }                                                                                       \
    }                                                                                           \
    kernel void NAME##_signal(ishmem_ctx_t ctx, __global TYPE *a, __global TYPE *b,             \
                              __global ulong *signal, ulong n, int pe)                          \
    {                                                                                           \
        CALL_SIGNAL(NAME##_put_signal)                                                          \
    }
ISHMEMI_RMA_TYPES(RMA_KERNELS, )

#define SIZE_KERNELS(SIZE, BYTES, A)                                                            \
    kernel void size##SIZE(ishmem_ctx_t ctx, __global void *a, __global void *b,                \
                           __global ulong *signal, ulong n, int pe)                             \
    {                                                                                           \
        CALL_COPY(put##SIZE, a, b)                                                              \
        CALL_COPY(get##SIZE, b, a)                                                              \
        CALL_SIGNAL(put##SIZE##_signal)                                                         \
    }
ISHMEMI_SIZES(SIZE_KERNELS, )
kernel void mem(ishmem_ctx_t ctx, __global void *a, __global void *b, __global ulong *signal,
                ulong n, int pe)
{
    CALL_COPY(putmem, a, b)
    CALL_COPY(getmem, b, a)
    CALL_SIGNAL(putmem_signal)
}

#define AMO_STD_KERNEL(NAME, TYPE, A)                                                           \
    kernel void NAME##_amo_std(ishmem_ctx_t ctx, __global TYPE *a, long number, int pe)         \
    {                                                                                           \
        const TYPE value = (TYPE)number;                                                        \
        a[0] = ishmem_##NAME##_atomic_fetch_add(a, value, pe);                                  \
        a[1] = ishmem_ctx_##NAME##_atomic_fetch_add(ctx, a, value, pe);                         \
        a[2] = ishmem_##NAME##_atomic_compare_swap(a, a[3], value, pe);                         \
        a[4] = ishmem_ctx_##NAME##_atomic_compare_swap(ctx, a, a[5], value, pe);                \
        ishmem_##NAME##_atomic_add(a, value, pe);                                               \
        ishmem_ctx_##NAME##_atomic_add(ctx, a, value, pe);                                      \
        ishmem_##NAME##_wait_until(a, ISHMEM_CMP_LT, value);                                    \
        ishmemx_##NAME##_wait_until_work_group(a, ISHMEM_CMP_GE, value);                        \
    }
ISHMEMI_AMO_STD_TYPES(AMO_STD_KERNEL, )

#define AMO_EXT_KERNEL(NAME, TYPE, A)                                                           \
    kernel void NAME##_amo_ext(ishmem_ctx_t ctx, __global TYPE *a, int pe)                      \
    {                                                                                           \
        if (HAS_VALUES(TYPE)) {                                                                 \
            ishmem_##NAME##_atomic_set(a, ishmem_ctx_##NAME##_atomic_fetch(ctx, a, pe), pe);    \
            ishmem_ctx_##NAME##_atomic_set(ctx, a, ishmem_##NAME##_atomic_fetch(a, pe), pe);    \
        }                                                                                       \
    }
ISHMEMI_AMO_EXT_TYPES(AMO_EXT_KERNEL, )

kernel void others(ishmem_ctx_t ctx, __global ulong *a, __global char *name, int pe)
{
    int version[2];
    ishmem_info_get_version(&version[0], &version[1]);
    ishmem_info_get_name(name);
    a[0] = (ulong)ishmem_my_pe() + (ulong)ishmem_n_pes() + (ulong)version[0] + (ulong)version[1];
    a[1] = (ulong)(__global void *)ishmem_ptr(a, pe) + ishmem_signal_fetch(a);
    a[2] = ishmem_signal_wait_until(a, ISHMEM_CMP_NE, 1);
    a[3] = ishmemx_signal_wait_until_work_group(a, ISHMEM_CMP_NE, 2);
    ishmem_fence();
    ishmem_ctx_fence(ctx);
    ishmemx_fence_work_group();
    ishmem_quiet();
    ishmem_ctx_quiet(ctx);
    ishmemx_quiet_work_group();
    ishmem_sync_all();
    ishmem_barrier_all();
    ishmemx_sync_all_work_group();
    ishmemx_barrier_all_work_group();
}
