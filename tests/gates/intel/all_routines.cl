/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Kernels that call every routine of the device library, for a compiler to compile them: a
 * library by itself has no kernel, and most of it would be dropped unseen.  Of the types those
 * that OpenCL C tells apart: the others are more names for the same code.
 *
 * FAMILY_RMA, _SIGNAL, _AMO, _WAIT, _COLLECTIVE, _REDUCE_BIT, _REDUCE_FLOAT, _REDUCE_HALF,
 * _REDUCE_DOUBLE or _OTHER: which of them, as all at once take long to compile.
 * NO_FP64: the device has no double values.  Routines that take pointers to double stay.
 */
#include "ishmem_device.h"

#ifdef NO_FP64
#define HAS_VALUES(TYPE) (sizeof(TYPE) != 8 || (TYPE)0.5 == 0)
#else
#define HAS_VALUES(TYPE) 1
#endif

/* A call of each form, with the kernel's parameters and variables as arguments. */
#define CALL_OWN(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND)            \
    PREFIX##_##NAME##_##ROUTINE(ISHMEMI_ARGUMENTS_##KIND);             \
    ishmemx_##NAME##_##ROUTINE##_work_group(ISHMEMI_ARGUMENTS_##KIND); \
    ishmemx_##NAME##_##ROUTINE##_sub_group(ISHMEMI_ARGUMENTS_##KIND);
#define CALL(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND)                         \
    CALL_OWN(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND)                         \
    PREFIX##_ctx_##NAME##_##ROUTINE(ctx, ISHMEMI_ARGUMENTS_##KIND);             \
    ishmemx_ctx_##NAME##_##ROUTINE##_work_group(ctx, ISHMEMI_ARGUMENTS_##KIND); \
    ishmemx_ctx_##NAME##_##ROUTINE##_sub_group(ctx, ISHMEMI_ARGUMENTS_##KIND);
#define CALL_SIZED(SIZE, BYTES, PREFIX, HEAD, TAIL, KIND)                       \
    PREFIX##_##HEAD##SIZE##TAIL(ISHMEMI_ARGUMENTS_##KIND);                      \
    ishmemx_##HEAD##SIZE##TAIL##_work_group(ISHMEMI_ARGUMENTS_##KIND);          \
    ishmemx_##HEAD##SIZE##TAIL##_sub_group(ISHMEMI_ARGUMENTS_##KIND);           \
    PREFIX##_ctx_##HEAD##SIZE##TAIL(ctx, ISHMEMI_ARGUMENTS_##KIND);             \
    ishmemx_ctx_##HEAD##SIZE##TAIL##_work_group(ctx, ISHMEMI_ARGUMENTS_##KIND); \
    ishmemx_ctx_##HEAD##SIZE##TAIL##_sub_group(ctx, ISHMEMI_ARGUMENTS_##KIND);

#define CALL_PLAIN_OWN(RESULT, PREFIX, ROUTINE, KIND, TYPE)   \
    PREFIX##_##ROUTINE(ISHMEMI_ARGUMENTS_##KIND);             \
    ishmemx_##ROUTINE##_work_group(ISHMEMI_ARGUMENTS_##KIND); \
    ishmemx_##ROUTINE##_sub_group(ISHMEMI_ARGUMENTS_##KIND);
#define CALL_PLAIN(RESULT, PREFIX, ROUTINE, KIND, TYPE)                \
    CALL_PLAIN_OWN(RESULT, PREFIX, ROUTINE, KIND, TYPE)                \
    PREFIX##_ctx_##ROUTINE(ctx, ISHMEMI_ARGUMENTS_##KIND);             \
    ishmemx_ctx_##ROUTINE##_work_group(ctx, ISHMEMI_ARGUMENTS_##KIND); \
    ishmemx_ctx_##ROUTINE##_sub_group(ctx, ISHMEMI_ARGUMENTS_##KIND);
/* Without arguments but the context. */
#define CALL_ORDER(RESULT, PREFIX, ROUTINE, KIND, TYPE) \
    CALL_PLAIN_OWN(RESULT, PREFIX, ROUTINE, KIND, TYPE) \
    PREFIX##_ctx_##ROUTINE(ctx);                        \
    ishmemx_ctx_##ROUTINE##_work_group(ctx);            \
    ishmemx_ctx_##ROUTINE##_sub_group(ctx);

#ifdef FAMILY_RMA
/* source and dest may be in any address space: once in global, once in local memory.  A kernel for
 * each routine: the time to compile one grows faster than it. */
#define RMA_KERNEL(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND)                                  \
    kernel void NAME##_##ROUTINE(ishmem_ctx_t ctx, __global TYPE *dest, __local TYPE *source,  \
                                 ulong nelems, ulong bsize, ulong nblocks, long dst, long sst, \
                                 int pe)                                                       \
    {                                                                                          \
        (void)nelems, (void)bsize, (void)nblocks, (void)dst, (void)sst;                        \
        CALL(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND)                                        \
    }
#define RMA_KERNELS(NAME, TYPE, A) ISHMEMI_RMA_ROUTINES(RMA_KERNEL, NAME, TYPE)
RMA_KERNELS(uchar, uchar, )
RMA_KERNELS(ulong, ulong, )
#define VALUE_KERNELS(NAME, TYPE, A)                                                               \
    kernel void NAME##_value(ishmem_ctx_t ctx, __global TYPE *dest, __global TYPE *source, int pe) \
    {                                                                                              \
        if (HAS_VALUES(TYPE)) {                                                                    \
            const TYPE value = source[1];                                                          \
            ISHMEMI_RMA_VALUE_ROUTINES(CALL, NAME, TYPE)                                           \
            dest[1] = ishmem_##NAME##_g(source, pe);                                               \
            dest[2] = ishmemx_##NAME##_g_work_group(source, pe);                                   \
        }                                                                                          \
    }
ISHMEMI_OPENCL_TYPES(VALUE_KERNELS, )

#define SIZE_KERNEL(SIZE, BYTES, PREFIX, HEAD, TAIL, KIND)                                     \
    kernel void HEAD##SIZE##TAIL(ishmem_ctx_t ctx, __global void *dest, __global void *source, \
                                 ulong nelems, ulong bsize, ulong nblocks, long dst, long sst, \
                                 int pe)                                                       \
    {                                                                                          \
        (void)nelems, (void)bsize, (void)nblocks, (void)dst, (void)sst;                        \
        CALL_SIZED(SIZE, BYTES, PREFIX, HEAD, TAIL, KIND)                                      \
    }
ISHMEMI_SIZE_RMA_ROUTINES(SIZE_KERNEL, mem, 1)
ISHMEMI_SIZE_RMA_ROUTINES(SIZE_KERNEL, 128, 16)
ISHMEMI_SIZE_STRIDED_ROUTINES(SIZE_KERNEL, 128, 16)
#endif

#ifdef FAMILY_SIGNAL
#define SIGNAL_KERNEL(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND)                                   \
    kernel void NAME##_##ROUTINE(ishmem_ctx_t ctx, __global TYPE *dest, __global TYPE *source,     \
                                 ulong nelems, __global ulong *sig_addr, ulong signal, int sig_op, \
                                 int pe)                                                           \
    {                                                                                              \
        CALL(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND)                                            \
    }
#define SIGNAL_KERNELS(NAME, TYPE, A) ISHMEMI_SIGNAL_ROUTINES(SIGNAL_KERNEL, NAME, TYPE)
SIGNAL_KERNELS(ushort, ushort, )

#define SIZE_KERNEL(SIZE, BYTES, PREFIX, HEAD, TAIL, KIND)                                         \
    kernel void HEAD##SIZE##TAIL(ishmem_ctx_t ctx, __global void *dest, __global void *source,     \
                                 ulong nelems, __global ulong *sig_addr, ulong signal, int sig_op, \
                                 int pe)                                                           \
    {                                                                                              \
        CALL_SIZED(SIZE, BYTES, PREFIX, HEAD, TAIL, KIND)                                          \
    }
ISHMEMI_SIZE_SIGNAL_ROUTINES(SIZE_KERNEL, mem, 1)

kernel void signals(ishmem_ctx_t ctx, __global ulong *sig_addr, ulong signal, int cmp, int pe)
{
    const ulong cmp_value = signal;
    ISHMEMI_SIGNAL_WORD_ROUTINES(CALL_PLAIN)
    ISHMEMI_OWN_SIGNAL_ROUTINES(CALL_PLAIN_OWN)
    sig_addr[1] = ishmem_signal_fetch(sig_addr);
    sig_addr[2] = ishmem_signal_wait_until(sig_addr, cmp, cmp_value);
}
#endif

#ifdef FAMILY_AMO
#define AMO_KERNEL(NAME, TYPE, FAMILY)                                         \
    kernel void NAME##_##FAMILY(ishmem_ctx_t ctx, __global TYPE *dest, int pe) \
    {                                                                          \
        if (HAS_VALUES(TYPE)) {                                                \
            const TYPE value = dest[1];                                        \
            const TYPE cond = dest[2];                                         \
            __global TYPE *const fetch = dest + 3;                             \
            __global TYPE *const source = dest + 4;                            \
            ISHMEMI_##FAMILY##_ROUTINES(CALL, NAME, TYPE) dest[5] =            \
                (TYPE)(value + cond + *fetch + *source);                       \
        }                                                                      \
    }
ISHMEMI_OPENCL_AMO_TYPES(AMO_KERNEL, AMO_STD)
ISHMEMI_OPENCL_EXT_TYPES(AMO_KERNEL, AMO_EXT)
ISHMEMI_OPENCL_BIT_TYPES(AMO_KERNEL, AMO_BIT)
ISHMEMI_AMO_FLOAT_TYPES(AMO_KERNEL, AMO_FLOAT)
#endif

#ifdef FAMILY_WAIT
#define WAIT_KERNEL(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND)                                \
    kernel void NAME##_##ROUTINE(__global TYPE *ivars, ulong nelems, __global ulong *indices, \
                                 __global int *status, int cmp, long number)                  \
    {                                                                                         \
        __global TYPE *const ivar = ivars;                                                    \
        __global TYPE *const cmp_values = ivars + nelems;                                     \
        const TYPE cmp_value = (TYPE)number;                                                  \
        (void)ivar, (void)cmp_values, (void)cmp_value, (void)indices, (void)status;           \
        CALL_OWN(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND)                                   \
    }
#define WAIT_KERNELS(NAME, TYPE, A) ISHMEMI_WAIT_ROUTINES(WAIT_KERNEL, NAME, TYPE)
/* Each width, signed and not. */
WAIT_KERNELS(short, short, )
WAIT_KERNELS(int, int, )
WAIT_KERNELS(ulong, ulong, )
#endif

#define COLLECTIVE_KERNEL(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND)                             \
    kernel void NAME##_##ROUTINE(ishmem_team_t team, __global TYPE *dest, __global TYPE *source, \
                                 ulong nelems, ulong nreduce, long dst, long sst, int PE_root)   \
    {                                                                                            \
        (void)nelems, (void)nreduce, (void)dst, (void)sst, (void)PE_root;                        \
        CALL_OWN(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND)                                      \
    }

/* One of each kind of elements that is combined by a function of its own. */
#ifdef FAMILY_REDUCE_BIT
ISHMEMI_REDUCE_BIT_ROUTINES(COLLECTIVE_KERNEL, int32, int)
#endif
#ifdef FAMILY_REDUCE_FLOAT
ISHMEMI_REDUCE_ARITH_ROUTINES(COLLECTIVE_KERNEL, float, float)
#endif
#ifdef FAMILY_REDUCE_HALF
ISHMEMI_REDUCE_HALF_ROUTINES(COLLECTIVE_KERNEL, float16, ushort)
#endif
#ifdef FAMILY_REDUCE_DOUBLE
ISHMEMI_REDUCE_ARITH_ROUTINES(COLLECTIVE_KERNEL, double, double)
#endif

#ifdef FAMILY_COLLECTIVE
ISHMEMI_COLLECTIVE_ROUTINES(COLLECTIVE_KERNEL, uchar, uchar)

kernel void syncs(ishmem_team_t team){ISHMEMI_SYNC_ROUTINES(CALL_PLAIN_OWN)
                                          ISHMEMI_TEAM_SYNC_ROUTINES(CALL_PLAIN_OWN)}
#endif

#ifdef FAMILY_OTHER
kernel void others(ishmem_ctx_t ctx, __global ulong *a, __global char *name,
                   __global int *target_pes, ulong npes, __global long *lock, int pe)
{
    int version[2];
    ishmem_info_get_version(&version[0], &version[1]);
    ishmem_info_get_name(name);
    a[0] = (ulong)ishmem_my_pe() + (ulong)ishmem_n_pes() + (ulong)version[0] + (ulong)version[1];
    a[1] = (ulong)(__global void *)ishmem_ptr(a, pe);
    ishmem_team_config_t config = {0};
    a[5] = (ulong)ishmem_team_my_pe(pe) + (ulong)ishmem_team_n_pes(pe) +
           (ulong)ishmem_team_get_config(pe, ISHMEM_TEAM_NUM_CONTEXTS, &config) +
           (ulong)config.num_contexts + (ulong)ishmem_team_translate_pe(pe, 0, ISHMEM_TEAM_WORLD);
    a[6] = (ulong)(__global void *)ishmem_team_ptr(pe, a, pe);
    ISHMEMI_ORDER_ROUTINES(CALL_ORDER)
    ISHMEMI_PES_ROUTINES(CALL_PLAIN)
    ISHMEMI_LOCK_ROUTINES(CALL_PLAIN_OWN)
    a[2] = (ulong)ishmem_test_lock(lock);
    ishmemx_print("text");
    ishmemx_print((const char *)name);
    ishmemx_print("text", ISHMEMX_MSG_ERROR);
    ishmemx_print((const char *)name, ISHMEMX_MSG_STDOUT);
    ishmemx_print(__FILE__, __LINE__, __func__, "text", ISHMEMX_MSG_WARNING);
    ishmemx_print(__FILE__, __LINE__, __func__, (const char *)name, ISHMEMX_MSG_WARNING);
    ishmemx_timestamp((ishmemx_ts_handle_t)a);
    ishmemx_timestamp_nbi((ishmemx_ts_handle_t)a);
    ishmemx_nop();
    ishmemx_nop_no_r();
    ishmemx_debug_test();
}
#endif
