/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * libishmem inside kernels: the API for OpenCL C 2.0.  ishmemcc compiles kernels against this
 * header and links the device library.
 *
 * A kernel calls the plain routines once the host has bound its module (ishmemx_module_init or
 * ishmemx_module_load).  The _ctx_ forms work on the context that they are given, which a kernel
 * may receive as an argument; they need no binding.  Where a routine exists for many types, the
 * name without a type is overloaded: ishmem_put(dest, source, nelems, pe).
 *
 * Routines act for the work-item that calls them.  The _work_group and _sub_group forms must be
 * called by all work-items of the group, with the same arguments; the group shares the work, what
 * its work-items have written before the call is seen by it, and results are the same on all.
 * sync_all and barrier_all are for the whole job: one call a PE, by one work-item or, in the
 * _work_group form, by one work-group.
 *
 * Symmetric addresses, counts and PE numbers are as in ishmem.h.  Local sources and destinations
 * may be in any address space.
 */
#ifndef ISHMEM_DEVICE_H
#define ISHMEM_DEVICE_H

#include "ishmem/device/context.h"
#include "ishmem/types.h"

/* The default context; ishmemx_module_init stores it.  Read it, never assign it. */
extern __global ishmem_ctx_t ISHMEMI_DEFAULT_CTX;
#define ISHMEM_CTX_DEFAULT ISHMEMI_DEFAULT_CTX
#define ISHMEM_CTX_INVALID ((ishmem_ctx_t)0)

#define ISHMEMI_OVERLOAD static inline __attribute__((overloadable))

/* The types that OpenCL C tells apart, by which overloads are chosen. */
#define ISHMEMI_OPENCL_AMO_TYPES(X, A) \
    X(int, int, A)                     \
    X(uint, uint, A)                   \
    X(long, long, A)                   \
    X(ulong, ulong, A)
#define ISHMEMI_OPENCL_EXT_TYPES(X, A) \
    X(float, float, A)                 \
    X(double, double, A)               \
    ISHMEMI_OPENCL_AMO_TYPES(X, A)
#define ISHMEMI_OPENCL_TYPES(X, A) \
    X(char, char, A)               \
    X(uchar, uchar, A)             \
    X(short, short, A)             \
    X(ushort, ushort, A)           \
    ISHMEMI_OPENCL_EXT_TYPES(X, A)

/* ---- Query -------------------------------------------------------------------------- */

int ishmem_my_pe(void);
int ishmem_n_pes(void);
/* The address by which this PE reaches PE pe's copy of dest, or NULL where it cannot. */
void *ishmem_ptr(const void *dest, int pe);
void ishmem_info_get_version(int *major, int *minor);
/* name: at least ISHMEM_MAX_NAME_LEN bytes. */
void ishmem_info_get_name(char *name);

/* ---- Put and get -------------------------------------------------------------------- */
/*
 * The six forms of a put or get; ROUTINE is what stands behind ishmem_.  ishmem_int_put, say, is
 * declared with ishmem_ctx_int_put, ishmemx_int_put_work_group, ishmemx_ctx_int_put_work_group and
 * the two of _sub_group.
 */
#define ISHMEMI_DECLARE_COPY(ROUTINE, TYPE)                                                        \
    void ishmem_##ROUTINE(TYPE *dest, const TYPE *source, size_t nelems, int pe);                  \
    void ishmem_ctx_##ROUTINE(ishmem_ctx_t ctx, TYPE *dest, const TYPE *source, size_t nelems,     \
                              int pe);                                                             \
    void ishmemx_##ROUTINE##_work_group(TYPE *dest, const TYPE *source, size_t nelems, int pe);    \
    void ishmemx_ctx_##ROUTINE##_work_group(ishmem_ctx_t ctx, TYPE *dest, const TYPE *source,      \
                                            size_t nelems, int pe);                                \
    void ishmemx_##ROUTINE##_sub_group(TYPE *dest, const TYPE *source, size_t nelems, int pe);     \
    void ishmemx_ctx_##ROUTINE##_sub_group(ishmem_ctx_t ctx, TYPE *dest, const TYPE *source,       \
                                           size_t nelems, int pe);

#define ISHMEMI_DECLARE_TYPE(NAME, TYPE, A) \
    ISHMEMI_DECLARE_COPY(NAME##_put, TYPE)  \
    ISHMEMI_DECLARE_COPY(NAME##_get, TYPE)
ISHMEMI_RMA_TYPES(ISHMEMI_DECLARE_TYPE, )

#define ISHMEMI_DECLARE_SIZE(SIZE, BYTES, A) \
    ISHMEMI_DECLARE_COPY(put##SIZE, void)    \
    ISHMEMI_DECLARE_COPY(get##SIZE, void)
ISHMEMI_SIZES(ISHMEMI_DECLARE_SIZE, )

ISHMEMI_DECLARE_COPY(putmem, void)
ISHMEMI_DECLARE_COPY(getmem, void)

/* FORM: what stands behind the type's name, where it stands: put, put_work_group. */
#define ISHMEMI_OVERLOAD_COPY(PREFIX, NAME, TYPE, FORM)                                            \
    ISHMEMI_OVERLOAD void PREFIX##_##FORM(TYPE *dest, const TYPE *source, size_t nelems, int pe)   \
    {                                                                                              \
        PREFIX##_##NAME##_##FORM(dest, source, nelems, pe);                                        \
    }                                                                                              \
    ISHMEMI_OVERLOAD void PREFIX##_##FORM(ishmem_ctx_t ctx, TYPE *dest, const TYPE *source,        \
                                          size_t nelems, int pe)                                   \
    {                                                                                              \
        PREFIX##_ctx_##NAME##_##FORM(ctx, dest, source, nelems, pe);                               \
    }
#define ISHMEMI_OVERLOAD_TYPE(NAME, TYPE, A)                     \
    ISHMEMI_OVERLOAD_COPY(ishmem, NAME, TYPE, put)               \
    ISHMEMI_OVERLOAD_COPY(ishmem, NAME, TYPE, get)               \
    ISHMEMI_OVERLOAD_COPY(ishmemx, NAME, TYPE, put_work_group)   \
    ISHMEMI_OVERLOAD_COPY(ishmemx, NAME, TYPE, get_work_group)   \
    ISHMEMI_OVERLOAD_COPY(ishmemx, NAME, TYPE, put_sub_group)    \
    ISHMEMI_OVERLOAD_COPY(ishmemx, NAME, TYPE, get_sub_group)
ISHMEMI_OPENCL_TYPES(ISHMEMI_OVERLOAD_TYPE, )

/* ---- One value ---------------------------------------------------------------------- */
/*
 * Each p is one store and each g reads memory anew, so that a kernel may poll by g; they order
 * nothing.
 */
#define ISHMEMI_DECLARE_VALUE(NAME, TYPE, A)                                      \
    void ishmem_##NAME##_p(TYPE *dest, TYPE value, int pe);                       \
    void ishmem_ctx_##NAME##_p(ishmem_ctx_t ctx, TYPE *dest, TYPE value, int pe); \
    TYPE ishmem_##NAME##_g(const TYPE *source, int pe);                           \
    TYPE ishmem_ctx_##NAME##_g(ishmem_ctx_t ctx, const TYPE *source, int pe);
ISHMEMI_RMA_TYPES(ISHMEMI_DECLARE_VALUE, )

#define ISHMEMI_OVERLOAD_VALUE(NAME, TYPE, A)                                            \
    ISHMEMI_OVERLOAD void ishmem_p(TYPE *dest, TYPE value, int pe)                       \
    {                                                                                    \
        ishmem_##NAME##_p(dest, value, pe);                                              \
    }                                                                                    \
    ISHMEMI_OVERLOAD void ishmem_p(ishmem_ctx_t ctx, TYPE *dest, TYPE value, int pe)     \
    {                                                                                    \
        ishmem_ctx_##NAME##_p(ctx, dest, value, pe);                                     \
    }                                                                                    \
    ISHMEMI_OVERLOAD TYPE ishmem_g(const TYPE *source, int pe)                           \
    {                                                                                    \
        return ishmem_##NAME##_g(source, pe);                                            \
    }                                                                                    \
    ISHMEMI_OVERLOAD TYPE ishmem_g(ishmem_ctx_t ctx, const TYPE *source, int pe)         \
    {                                                                                    \
        return ishmem_ctx_##NAME##_g(ctx, source, pe);                                   \
    }
ISHMEMI_OPENCL_TYPES(ISHMEMI_OVERLOAD_VALUE, )

/* ---- Signals ------------------------------------------------------------------------ */

#define ISHMEMI_SIGNAL_PARAMETERS(TYPE)                                                      \
    TYPE *dest, const TYPE *source, size_t nelems, uint64_t *sig_addr, uint64_t signal,      \
        int sig_op, int pe
#define ISHMEMI_DECLARE_SIGNAL(ROUTINE, TYPE)                                                \
    void ishmem_##ROUTINE(ISHMEMI_SIGNAL_PARAMETERS(TYPE));                                  \
    void ishmem_ctx_##ROUTINE(ishmem_ctx_t ctx, ISHMEMI_SIGNAL_PARAMETERS(TYPE));            \
    void ishmemx_##ROUTINE##_work_group(ISHMEMI_SIGNAL_PARAMETERS(TYPE));                    \
    void ishmemx_ctx_##ROUTINE##_work_group(ishmem_ctx_t ctx, ISHMEMI_SIGNAL_PARAMETERS(TYPE)); \
    void ishmemx_##ROUTINE##_sub_group(ISHMEMI_SIGNAL_PARAMETERS(TYPE));                     \
    void ishmemx_ctx_##ROUTINE##_sub_group(ishmem_ctx_t ctx, ISHMEMI_SIGNAL_PARAMETERS(TYPE));

#define ISHMEMI_DECLARE_SIGNAL_TYPE(NAME, TYPE, A) ISHMEMI_DECLARE_SIGNAL(NAME##_put_signal, TYPE)
ISHMEMI_RMA_TYPES(ISHMEMI_DECLARE_SIGNAL_TYPE, )
#define ISHMEMI_DECLARE_SIGNAL_SIZE(SIZE, BYTES, A) ISHMEMI_DECLARE_SIGNAL(put##SIZE##_signal, void)
ISHMEMI_SIZES(ISHMEMI_DECLARE_SIGNAL_SIZE, )
ISHMEMI_DECLARE_SIGNAL(putmem_signal, void)

#define ISHMEMI_OVERLOAD_SIGNAL(PREFIX, NAME, TYPE, FORM)                                        \
    ISHMEMI_OVERLOAD void PREFIX##_##FORM(ISHMEMI_SIGNAL_PARAMETERS(TYPE))                       \
    {                                                                                            \
        PREFIX##_##NAME##_##FORM(dest, source, nelems, sig_addr, signal, sig_op, pe);            \
    }                                                                                            \
    ISHMEMI_OVERLOAD void PREFIX##_##FORM(ishmem_ctx_t ctx, ISHMEMI_SIGNAL_PARAMETERS(TYPE))     \
    {                                                                                            \
        PREFIX##_ctx_##NAME##_##FORM(ctx, dest, source, nelems, sig_addr, signal, sig_op, pe);   \
    }
#define ISHMEMI_OVERLOAD_SIGNAL_TYPE(NAME, TYPE, A)                     \
    ISHMEMI_OVERLOAD_SIGNAL(ishmem, NAME, TYPE, put_signal)             \
    ISHMEMI_OVERLOAD_SIGNAL(ishmemx, NAME, TYPE, put_signal_work_group) \
    ISHMEMI_OVERLOAD_SIGNAL(ishmemx, NAME, TYPE, put_signal_sub_group)
ISHMEMI_OPENCL_TYPES(ISHMEMI_OVERLOAD_SIGNAL_TYPE, )

uint64_t ishmem_signal_fetch(const uint64_t *sig_addr);

/* ---- Point-to-point synchronisation ------------------------------------------------- */
/*
 * A wait returns, too, when the job is being aborted.  In a kernel whose module is not bound it
 * cannot know of that.
 */
uint64_t ishmem_signal_wait_until(uint64_t *sig_addr, int cmp, uint64_t cmp_value);
uint64_t ishmemx_signal_wait_until_work_group(uint64_t *sig_addr, int cmp, uint64_t cmp_value);

#define ISHMEMI_DECLARE_WAIT(NAME, TYPE, A)                                     \
    void ishmem_##NAME##_wait_until(TYPE *ivar, int cmp, TYPE cmp_value);       \
    void ishmemx_##NAME##_wait_until_work_group(TYPE *ivar, int cmp, TYPE cmp_value);
ISHMEMI_AMO_STD_TYPES(ISHMEMI_DECLARE_WAIT, )

#define ISHMEMI_OVERLOAD_WAIT(NAME, TYPE, A)                                            \
    ISHMEMI_OVERLOAD void ishmem_wait_until(TYPE *ivar, int cmp, TYPE cmp_value)        \
    {                                                                                   \
        ishmem_##NAME##_wait_until(ivar, cmp, cmp_value);                               \
    }                                                                                   \
    ISHMEMI_OVERLOAD void ishmemx_wait_until_work_group(TYPE *ivar, int cmp, TYPE cmp_value) \
    {                                                                                   \
        ishmemx_##NAME##_wait_until_work_group(ivar, cmp, cmp_value);                   \
    }
ISHMEMI_OPENCL_AMO_TYPES(ISHMEMI_OVERLOAD_WAIT, )

/* ---- Atomic memory operations ------------------------------------------------------- */
/*
 * What is read after one that returns a value is no older than that value.  Those that return
 * none are ordered by fence and quiet.
 */
#define ISHMEMI_DECLARE_AMO_STD(NAME, TYPE, A)                                                  \
    TYPE ishmem_##NAME##_atomic_compare_swap(TYPE *dest, TYPE cond, TYPE value, int pe);        \
    TYPE ishmem_ctx_##NAME##_atomic_compare_swap(ishmem_ctx_t ctx, TYPE *dest, TYPE cond,       \
                                                 TYPE value, int pe);                           \
    TYPE ishmem_##NAME##_atomic_fetch_add(TYPE *dest, TYPE value, int pe);                      \
    TYPE ishmem_ctx_##NAME##_atomic_fetch_add(ishmem_ctx_t ctx, TYPE *dest, TYPE value, int pe); \
    void ishmem_##NAME##_atomic_add(TYPE *dest, TYPE value, int pe);                            \
    void ishmem_ctx_##NAME##_atomic_add(ishmem_ctx_t ctx, TYPE *dest, TYPE value, int pe);
ISHMEMI_AMO_STD_TYPES(ISHMEMI_DECLARE_AMO_STD, )

#define ISHMEMI_DECLARE_AMO_EXT(NAME, TYPE, A)                                                  \
    TYPE ishmem_##NAME##_atomic_fetch(const TYPE *source, int pe);                              \
    TYPE ishmem_ctx_##NAME##_atomic_fetch(ishmem_ctx_t ctx, const TYPE *source, int pe);        \
    void ishmem_##NAME##_atomic_set(TYPE *dest, TYPE value, int pe);                            \
    void ishmem_ctx_##NAME##_atomic_set(ishmem_ctx_t ctx, TYPE *dest, TYPE value, int pe);
ISHMEMI_AMO_EXT_TYPES(ISHMEMI_DECLARE_AMO_EXT, )

#define ISHMEMI_OVERLOAD_AMO_STD(NAME, TYPE, A)                                                 \
    ISHMEMI_OVERLOAD TYPE ishmem_atomic_compare_swap(TYPE *dest, TYPE cond, TYPE value, int pe) \
    {                                                                                           \
        return ishmem_##NAME##_atomic_compare_swap(dest, cond, value, pe);                      \
    }                                                                                           \
    ISHMEMI_OVERLOAD TYPE ishmem_atomic_compare_swap(ishmem_ctx_t ctx, TYPE *dest, TYPE cond,   \
                                                     TYPE value, int pe)                        \
    {                                                                                           \
        return ishmem_ctx_##NAME##_atomic_compare_swap(ctx, dest, cond, value, pe);             \
    }                                                                                           \
    ISHMEMI_OVERLOAD TYPE ishmem_atomic_fetch_add(TYPE *dest, TYPE value, int pe)               \
    {                                                                                           \
        return ishmem_##NAME##_atomic_fetch_add(dest, value, pe);                               \
    }                                                                                           \
    ISHMEMI_OVERLOAD TYPE ishmem_atomic_fetch_add(ishmem_ctx_t ctx, TYPE *dest, TYPE value,     \
                                                  int pe)                                       \
    {                                                                                           \
        return ishmem_ctx_##NAME##_atomic_fetch_add(ctx, dest, value, pe);                      \
    }                                                                                           \
    ISHMEMI_OVERLOAD void ishmem_atomic_add(TYPE *dest, TYPE value, int pe)                     \
    {                                                                                           \
        ishmem_##NAME##_atomic_add(dest, value, pe);                                            \
    }                                                                                           \
    ISHMEMI_OVERLOAD void ishmem_atomic_add(ishmem_ctx_t ctx, TYPE *dest, TYPE value, int pe)   \
    {                                                                                           \
        ishmem_ctx_##NAME##_atomic_add(ctx, dest, value, pe);                                   \
    }
ISHMEMI_OPENCL_AMO_TYPES(ISHMEMI_OVERLOAD_AMO_STD, )

#define ISHMEMI_OVERLOAD_AMO_EXT(NAME, TYPE, A)                                                 \
    ISHMEMI_OVERLOAD TYPE ishmem_atomic_fetch(const TYPE *source, int pe)                       \
    {                                                                                           \
        return ishmem_##NAME##_atomic_fetch(source, pe);                                        \
    }                                                                                           \
    ISHMEMI_OVERLOAD TYPE ishmem_atomic_fetch(ishmem_ctx_t ctx, const TYPE *source, int pe)     \
    {                                                                                           \
        return ishmem_ctx_##NAME##_atomic_fetch(ctx, source, pe);                               \
    }                                                                                           \
    ISHMEMI_OVERLOAD void ishmem_atomic_set(TYPE *dest, TYPE value, int pe)                     \
    {                                                                                           \
        ishmem_##NAME##_atomic_set(dest, value, pe);                                            \
    }                                                                                           \
    ISHMEMI_OVERLOAD void ishmem_atomic_set(ishmem_ctx_t ctx, TYPE *dest, TYPE value, int pe)   \
    {                                                                                           \
        ishmem_ctx_##NAME##_atomic_set(ctx, dest, value, pe);                                   \
    }
ISHMEMI_OPENCL_EXT_TYPES(ISHMEMI_OVERLOAD_AMO_EXT, )

/* ---- Memory ordering ---------------------------------------------------------------- */

void ishmem_fence(void);
void ishmem_ctx_fence(ishmem_ctx_t ctx);
void ishmemx_fence_work_group(void);
void ishmem_quiet(void);
void ishmem_ctx_quiet(ishmem_ctx_t ctx);
void ishmemx_quiet_work_group(void);

/* ---- Collectives -------------------------------------------------------------------- */

void ishmem_sync_all(void);
void ishmemx_sync_all_work_group(void);
void ishmem_barrier_all(void);
void ishmemx_barrier_all_work_group(void);

#endif
