/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Queues: streams of libcuda, which neither wait for other streams nor keep them waiting.  The table's
 * calls are those of engine.h.
 */
#ifndef ZED_CUDA_GPU_QUEUE_H
#define ZED_CUDA_GPU_QUEUE_H

#include "engine/engine.h"

extern const zed_device_queue_calls_t zed_gpu_queue_calls;

/* A copy that has ended when it returns, beside all queues. */
ze_result_t zed_gpu_copy(void *destination, const void *source, size_t bytes);

/* The GPU's clock: nanoseconds since a moment of its own. */
uint64_t zed_gpu_timestamp(uint32_t tile);

#endif
