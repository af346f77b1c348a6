/* SPDX-License-Identifier: BSD-3-Clause */
/* The engine's own kernels, for operations that libcuda has no command for. */
#ifndef ZED_CUDA_OWN_KERNELS_H
#define ZED_CUDA_OWN_KERNELS_H

#include "cuda/gpu.h"

#define ZED_PATTERN_BYTES 128

typedef struct zed_own_kernels {
    CUfunction stamp;
    CUfunction fill;
} zed_own_kernels_t;

/* Stores the GPU's time and, if requested, the host's, which is the sum with `difference`. */
typedef struct zed_stamp_arguments {
    CUdeviceptr device_time;
    CUdeviceptr host_time; /* 0: none */
    uint64_t difference;
} zed_stamp_arguments_t;

/* Any number of work-items in one dimension.  The pattern's size is a power of two from 8 on. */
typedef struct zed_fill_arguments {
    CUdeviceptr to;
    uint64_t bytes;
    uint64_t pattern_bytes;
    unsigned char pattern[ZED_PATTERN_BYTES];
} zed_fill_arguments_t;

/* Loaded at the first request.  The caller has entered the GPU. */
ze_result_t zed_own_kernels_get(uint32_t tile, const zed_own_kernels_t **kernels);

#endif
