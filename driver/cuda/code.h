/* SPDX-License-Identifier: BSD-3-Clause */
/* Machine code of one module, or of several that have been linked, loaded on one GPU. */
#ifndef ZED_CUDA_CODE_H
#define ZED_CUDA_CODE_H

#include "compile/ptx.h"
#include "cuda/gpu.h"

#include <stdio.h>

typedef struct zed_code {
    CUmodule module;
    uint32_t tile;
    uint32_t users; /* modules; under the lock of links */
} zed_code_t;

/* Makes machine code of the PTX, or finds it on disk if it is that of one module, and loads it.  What
 * libcuda says of it goes to the log. */
ze_result_t zed_code_load(uint32_t tile, uint32_t count, zed_ptx_t *const *ptx, FILE *log,
                          zed_code_t **code);

/* One user less; the last one unloads it.  NULL is none. */
void zed_code_drop(zed_code_t *code);

#endif
