/* SPDX-License-Identifier: BSD-3-Clause */
/* A kernel of the CUDA engine, for queues that launch it. */
#ifndef ZED_CUDA_GPU_KERNEL_H
#define ZED_CUDA_GPU_KERNEL_H

#include "cuda/libcuda.h"

#include <stdbool.h>
#include <stdint.h>

/* zed_kernel_t.code points to this. */
typedef struct zed_gpu_code {
    CUfunction function;
    const char *name; /* of the kernel; never freed */
    uint32_t tile;
    uint32_t static_bytes; /* of local memory, in addition to what a launch requests */
    bool prints;
} zed_gpu_code_t;

#endif
