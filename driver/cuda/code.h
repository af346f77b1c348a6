/* SPDX-License-Identifier: BSD-3-Clause */
/* The loaded machine code, on one GPU, of a module or of several linked modules. */
#ifndef ZED_CUDA_CODE_H
#define ZED_CUDA_CODE_H

#include "compile/ptx.h"
#include "cuda/gpu.h"

#include <stdio.h>

typedef struct zed_code {
    CUmodule module;
    uint32_t tile;
    uint32_t users; /* modules that use it; under the lock of links */
} zed_code_t;

/* Makes machine code from the PTX, or finds it on disk if there is only one module, and loads it.
 * libcuda's messages go to the log. */
ze_result_t zed_code_load(uint32_t tile, uint32_t count, zed_ptx_t *const *ptx, FILE *log,
                          zed_code_t **code);

/* Removes a user; the last one unloads the code.  NULL is allowed. */
void zed_code_drop(zed_code_t *code);

#endif
