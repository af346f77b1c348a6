/* SPDX-License-Identifier: BSD-3-Clause */
/* Memory of the CUDA engine: calls of zed_engine_t. */
#ifndef ZED_CUDA_GPU_MEMORY_H
#define ZED_CUDA_GPU_MEMORY_H

#include "engine/engine.h"

ze_result_t zed_gpu_memory_alloc(zed_memory_kind_t kind, uint32_t tile, size_t bytes,
                                 size_t alignment, zed_memory_t **memory);
void zed_gpu_memory_free(zed_memory_t *memory);
ze_result_t zed_gpu_memory_export(zed_memory_t *memory, ze_ipc_mem_handle_t *handle);
ze_result_t zed_gpu_memory_verify(ze_ipc_mem_handle_t *handle);
ze_result_t zed_gpu_memory_import(const ze_ipc_mem_handle_t *handle, uint32_t tile,
                                  zed_memory_t **memory);
/* Of arrays of CuPy, tensors of PyTorch and other memory from CUDA itself.  Copies and kernels reach it, as the engine
 * uses the GPUs' primary contexts. */
bool zed_gpu_memory_foreign(const void *address, zed_memory_t *memory);

/* Whether GPUs reach the address: it is the engine's memory or CUDA's. */
bool zed_gpu_memory_reached(const void *address);

#endif
