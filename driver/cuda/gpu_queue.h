/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Queues: streams of libcuda that neither wait for other streams nor block them.  engine.h
 * describes the calls of the table.
 */
#ifndef ZED_CUDA_GPU_QUEUE_H
#define ZED_CUDA_GPU_QUEUE_H

#include "engine/engine.h"

extern const zed_device_queue_calls_t zed_gpu_queue_calls;

/* A copy outside all queues, complete when it returns. */
ze_result_t zed_gpu_copy(void *destination, const void *source, size_t bytes);

/* The GPU's clock: nanoseconds since a moment that depends on the GPU. */
uint64_t zed_gpu_timestamp(uint32_t tile);

#endif
