/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * NVSHMEM's host library, loaded when it is asked for: building needs nothing of it.  Types and numbers
 * are those of its binary interface.  Failures end the job, having said why.
 */
#ifndef PERF_NVSHMEM_LIBRARY_H
#define PERF_NVSHMEM_LIBRARY_H

#include "cuda.h"

enum { NVSHMEM_TEAM_WORLD = 0, NVSHMEM_SIGNAL_SET = 9 };

/* clang-format off */
#define PERF_NVSHMEM_FUNCTIONS(X)                                                           \
    X(void, nvshmemx_vendor_get_version_info, (int *major, int *minor, int *patch))         \
    X(int, nvshmemx_get_uniqueid, (void *id))                                               \
    X(int, nvshmemx_set_attr_uniqueid_args, (int pe, int n_pes, const void *id, void *attr)) \
    X(int, nvshmemx_hostlib_init_attr, (unsigned flags, void *attr))                        \
    X(void, nvshmemx_hostlib_finalize, (void))                                              \
    X(int, nvshmemx_cumodule_init, (CUmodule module))                                       \
    X(int, nvshmemx_cumodule_finalize, (CUmodule module))                                   \
    X(void *, nvshmem_calloc, (size_t count, size_t bytes))                                 \
    X(void, nvshmem_free, (void *object))                                                   \
    X(void, nvshmem_quiet, (void))                                                          \
    X(void, nvshmem_putmem, (void *dest, const void *source, size_t bytes, int pe))         \
    X(void, nvshmem_putmem_nbi, (void *dest, const void *source, size_t bytes, int pe))     \
    X(void, nvshmem_getmem, (void *dest, const void *source, size_t bytes, int pe))         \
    X(void, nvshmem_getmem_nbi, (void *dest, const void *source, size_t bytes, int pe))     \
    X(void, nvshmem_uint64_p, (uint64_t *dest, uint64_t value, int pe))                     \
    X(uint64_t, nvshmem_uint64_g, (const uint64_t *source, int pe))                         \
    X(void, nvshmem_barrier_all, (void))                                                    \
    X(void, nvshmem_sync_all, (void))                                                       \
    X(int, nvshmem_broadcastmem, (int team, void *dest, const void *source, size_t n, int root)) \
    X(int, nvshmem_fcollectmem, (int team, void *dest, const void *source, size_t n))       \
    X(int, nvshmem_alltoallmem, (int team, void *dest, const void *source, size_t n))       \
    X(void, nvshmemx_putmem_on_stream,                                                      \
      (void *dest, const void *source, size_t bytes, int pe, CUstream stream))              \
    X(void, nvshmemx_getmem_on_stream,                                                      \
      (void *dest, const void *source, size_t bytes, int pe, CUstream stream))              \
    X(void, nvshmemx_putmem_signal_on_stream,                                               \
      (void *dest, const void *source, size_t bytes, uint64_t *signal, uint64_t value,      \
       int operation, int pe, CUstream stream))                                             \
    X(void, nvshmemx_uint64_p_on_stream, (uint64_t *dest, uint64_t value, int pe, CUstream stream)) \
    X(uint64_t, nvshmemx_uint64_g_on_stream, (const uint64_t *source, int pe, CUstream stream)) \
    X(void, nvshmemx_quiet_on_stream, (CUstream stream))                                    \
    X(void, nvshmemx_barrier_all_on_stream, (CUstream stream))                              \
    X(int, nvshmemx_sync_all_on_stream, (CUstream stream))                                  \
    X(int, nvshmemx_broadcastmem_on_stream,                                                 \
      (int team, void *dest, const void *source, size_t n, int root, CUstream stream))      \
    X(int, nvshmemx_fcollectmem_on_stream,                                                  \
      (int team, void *dest, const void *source, size_t n, CUstream stream))                \
    X(int, nvshmemx_alltoallmem_on_stream,                                                  \
      (int team, void *dest, const void *source, size_t n, CUstream stream))
/* clang-format on */

typedef struct perf_nvshmem_library {
    PERF_NVSHMEM_FUNCTIONS(PERF_DECLARE_FUNCTION)
    void *handle;
} perf_nvshmem_library_t;

extern perf_nvshmem_library_t perf_nvshmem_library;

/* Collective: NVSHMEM starts on this PE's GPU, with room for `bytes` of a heap of its own. */
void perf_nvshmem_start(size_t bytes);
void perf_nvshmem_end(void);

#endif
