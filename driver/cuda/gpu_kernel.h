/* SPDX-License-Identifier: BSD-3-Clause */
/* A kernel of the CUDA engine, as queues launch it. */
#ifndef ZED_CUDA_GPU_KERNEL_H
#define ZED_CUDA_GPU_KERNEL_H

#include "cuda/libcuda.h"

#include <stdbool.h>
#include <stdint.h>

/* What zed_kernel_t.code points at. */
typedef struct zed_gpu_code {
    CUfunction function;
    const char *name; /* of the kernel; never freed */
    uint32_t tile;
    uint32_t static_bytes; /* of local memory, beside what a launch asks for */
    bool prints;
} zed_gpu_code_t;

#endif
