/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * NVIDIA's driver, for libraries that are measured beside libishmem: they work in the primary context of
 * the GPU that is this PE's tile, which libishmem's driver uses, too.  It is loaded when it is asked
 * for, so building needs nothing of NVIDIA's.  Types and numbers are those of its binary interface.
 * Failures end the job, having said why.
 */
#ifndef PERF_CUDA_H
#define PERF_CUDA_H

#include "beside.h"

#include <stddef.h>
#include <stdint.h>

typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef struct CUstream_st *CUstream;

/* X(result, name, arguments) */
#define PERF_CUDA_FUNCTIONS(X)                                                              \
    X(int, cuInit, (unsigned flags))                                                        \
    X(int, cuDeviceGetByPCIBusId, (int *device, const char *address))                       \
    X(int, cuDeviceGetAttribute, (int *value, int attribute, int device))                   \
    X(int, cuDevicePrimaryCtxRetain, (void **context, int device))                          \
    X(int, cuCtxSetCurrent, (void *context))                                                \
    X(int, cuStreamCreate, (CUstream * stream, unsigned flags))                             \
    X(int, cuStreamSynchronize, (CUstream stream))                                          \
    X(int, cuModuleLoadData, (CUmodule * module, const void *image))                        \
    X(int, cuModuleUnload, (CUmodule module))                                               \
    X(int, cuModuleGetFunction, (CUfunction * function, CUmodule module, const char *name)) \
    X(int, cuLaunchKernel,                                                                  \
      (CUfunction function, unsigned groups_x, unsigned groups_y, unsigned groups_z,        \
       unsigned items_x, unsigned items_y, unsigned items_z, unsigned shared_bytes,         \
       CUstream stream, void **arguments, void **extra))

#define PERF_DECLARE_FUNCTION(RESULT, NAME, ARGUMENTS) RESULT(*NAME) ARGUMENTS;

typedef struct perf_cuda {
    PERF_CUDA_FUNCTIONS(PERF_DECLARE_FUNCTION)
    CUstream stream; /* everything of the other library is launched on it */
    int major;       /* the GPU's compute capability */
    int minor;
} perf_cuda_t;

extern perf_cuda_t perf_cuda;

/* On this PE's GPU, with a stream. */
void perf_cuda_open(void);

/* Collective: the `bytes` at `object` become PE 0's, on all PEs. */
void perf_beside_share(void *object, size_t bytes);

/* The function of a library, put where `function` points. */
void perf_find_symbol(void *library, const char *name, void *function);

/* One line that begins with the program's name and this PE; the job ends. */
_Noreturn void perf_beside_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Ends the job unless `result` is 0. */
void perf_beside_check(int result, const char *what);

/* One row of a table of operations, by the benchmark's name. */
typedef struct perf_beside_named {
    const char *name;
    perf_run_fn run;
} perf_beside_named_t;

/* NULL: the table has none of that name. */
perf_run_fn perf_beside_find(const perf_beside_named_t *table, size_t count, const char *name);

#endif
