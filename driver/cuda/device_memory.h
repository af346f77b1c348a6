/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Memory of GPUs.  A span consists of whole pages (2 MiB), mapped for every GPU that reaches its
 * owner.  It gets a file descriptor when it is first shared.  Small allocations are blocks of a
 * span.
 */
#ifndef ZED_CUDA_DEVICE_MEMORY_H
#define ZED_CUDA_DEVICE_MEMORY_H

#include "cuda/gpu.h"

typedef struct zed_span {
    CUdeviceptr base;
    size_t bytes; /* whole pages */
    uint32_t tile;
    CUmemGenericAllocationHandle handle;
    int descriptor; /* for its handles; -1: none yet */
} zed_span_t;

/* `alignment` is a power of two. */
ze_result_t zed_span_create(uint32_t tile, size_t bytes, size_t alignment, zed_span_t *span);
/* A span that another process shares.  The caller keeps the descriptor. */
ze_result_t zed_span_import(uint32_t tile, size_t bytes, int descriptor, zed_span_t *span);
void zed_span_destroy(zed_span_t *span);

/* The span's descriptor, created by the first call; -1, with a message, on failure.  The caller
 * serialises calls for one span. */
int zed_span_descriptor(zed_span_t *span);

/* A larger request gets its own span. */
#define ZED_BLOCK_BYTES_MAX ((size_t)512 << 10)

typedef struct zed_pool zed_pool_t;

typedef struct zed_gpu_block {
    zed_pool_t *pool;
    zed_span_t *span;
    uint32_t index;
    size_t offset; /* in the span */
} zed_gpu_block_t;

/* A block of at least `bytes`, aligned to `bytes` rounded up to a power of two. */
ze_result_t zed_gpu_block_take(uint32_t tile, size_t bytes, zed_gpu_block_t *block);
void zed_gpu_block_put(const zed_gpu_block_t *block);

#endif
