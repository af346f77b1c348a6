/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Memory that the program has from CUDA itself, such as arrays of CuPy and tensors of PyTorch.  As the engine uses
 * the GPUs' primary contexts, copies and kernels reach it.
 */
#ifndef ZED_CUDA_FOREIGN_MEMORY_H
#define ZED_CUDA_FOREIGN_MEMORY_H

#include "engine/engine.h"

/* zed_engine_t.memory_foreign. */
bool zed_foreign_memory_find(const void *address, zed_memory_t *memory);

/* Whether GPUs reach the address: it is the engine's memory or CUDA's. */
bool zed_gpu_memory_reached(const void *address);

#endif
