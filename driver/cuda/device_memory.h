/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Memory of GPUs.  A span is a run of whole pages (2 MiB), mapped for every GPU that reaches its owner,
 * with a file descriptor of its own once it is shared.  Small allocations are blocks of a span.
 */
#ifndef ZED_CUDA_DEVICE_MEMORY_H
#define ZED_CUDA_DEVICE_MEMORY_H

#include "cuda/gpu.h"

typedef struct zed_span {
    CUdeviceptr base;
    size_t bytes; /* whole pages */
    uint32_t tile;
    CUmemGenericAllocationHandle handle;
    int descriptor; /* of its handles; -1: none yet */
} zed_span_t;

/* `alignment` is a power of two. */
ze_result_t zed_span_create(uint32_t tile, size_t bytes, size_t alignment, zed_span_t *span);
/* One that another process has shared.  The descriptor stays the caller's. */
ze_result_t zed_span_import(uint32_t tile, size_t bytes, int descriptor, zed_span_t *span);
void zed_span_destroy(zed_span_t *span);

/* The descriptor, which is made at the first call; -1 and a sentence if it cannot be.  Calls for one
 * span are serialised by the caller. */
int zed_span_descriptor(zed_span_t *span);

/* Larger requests get a span of their own. */
#define ZED_BLOCK_BYTES_MAX ((size_t)512 << 10)

typedef struct zed_pool zed_pool_t;

typedef struct zed_gpu_block {
    zed_pool_t *pool;
    zed_span_t *span;
    uint32_t index;
    size_t offset; /* in the span */
} zed_gpu_block_t;

/* Of at least so many bytes, and aligned to them rounded up to a power of two. */
ze_result_t zed_gpu_block_take(uint32_t tile, size_t bytes, zed_gpu_block_t *block);
void zed_gpu_block_put(const zed_gpu_block_t *block);

#endif
