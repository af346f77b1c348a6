/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A double of libcuda.so.1, for machines without a GPU: it has the calls that the CUDA engine uses,
 * with the order, the blocking and the faults of the real one.
 *
 *   double_memory.c   GPUs, contexts, memory.  Memory of a GPU has addresses that fault when the
 *                     host touches them; only work on a stream reaches the memory itself.
 *   double_stream.c   A thread for each stream, events, words, copies and fills.  A copy from or to
 *                     memory that is not registered blocks its caller until the stream has made it.
 *   double_module.c   Modules: the kernels that the PTX names, each written in C in
 *                     double_kernels.c.  PTX itself is neither run nor checked.
 *
 * It does not have time, caches, weak memory order, peers that cannot be reached, or kernels that
 * fail.  LIBCUDA_DOUBLE_GPUS sets the number of GPUs (default 2).
 */
#ifndef LIBCUDA_DOUBLE_H
#define LIBCUDA_DOUBLE_H

#include "cuda/libcuda.h"

#define EXPORT __attribute__((visibility("default")))

#define WARP 32
#define GROUP_ITEMS_MAX 1024

int double_gpus(void);

/* The stack of each work-item on the calling thread's GPU, in bytes. */
size_t double_stack(void);

/* The host's address of what a stream reaches at the address; NULL: it is neither memory of a GPU
 * nor registered. */
void *double_reach(CUdeviceptr address);

/* Adds work to the stream; `data` is copied. */
typedef void (*double_work_fn)(void *data);
void double_stream_add(CUstream stream, double_work_fn work, const void *data, size_t bytes);

/* One work-item of a kernel.  Arguments are those of the launch's block. */
typedef struct double_item {
    uint32_t local_id[3];
    uint32_t group_id[3];
    uint32_t group_size[3];
    uint32_t group_count[3];
    const uint32_t *global_offset;
    char *local; /* of the group */
} double_item_t;
typedef void (*double_kernel_fn)(const double_item_t *item, const void *arguments);

/* NULL: there is no kernel with this name. */
double_kernel_fn double_kernel_find(const char *name);
/* The size of its arguments. */
size_t double_kernel_bytes(const char *name);
/* How much stack each of its work-items needs: those of a program more than a GPU has at first. */
size_t double_kernel_stack(const char *name);
/* Whether its work-items wait for each other: then each has its own thread. */
bool double_kernel_waits(const char *name);

#endif
