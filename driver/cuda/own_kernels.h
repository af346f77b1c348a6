/* SPDX-License-Identifier: BSD-3-Clause */
/* Kernels of the engine's own: for what libcuda has no command. */
#ifndef ZED_CUDA_OWN_KERNELS_H
#define ZED_CUDA_OWN_KERNELS_H

#include "cuda/gpu.h"

#define ZED_PATTERN_BYTES 128

typedef struct zed_own_kernels {
    CUfunction stamp;
    CUfunction fill;
} zed_own_kernels_t;

/* Stores the GPU's time, and with what is added to it the host's, if there is a place for it. */
typedef struct zed_stamp_arguments {
    CUdeviceptr device_time;
    CUdeviceptr host_time; /* 0: none */
    uint64_t difference;
} zed_stamp_arguments_t;

/* Any number of work-items in a row.  The pattern's size is a power of two from 8 on. */
typedef struct zed_fill_arguments {
    CUdeviceptr to;
    uint64_t bytes;
    uint64_t pattern_bytes;
    unsigned char pattern[ZED_PATTERN_BYTES];
} zed_fill_arguments_t;

/* Loaded when first asked for; the GPU has been entered. */
ze_result_t zed_own_kernels_get(uint32_t tile, const zed_own_kernels_t **kernels);

#endif
