/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Modules and kernels of the CUDA engine: entries of zed_engine_t with the same names.  The
 * compiler turns SPIR-V into PTX (compile/ptx.h); libcuda turns that into machine code, which the
 * disk cache keeps.
 */
#ifndef ZED_CUDA_GPU_MODULE_H
#define ZED_CUDA_GPU_MODULE_H

#include "engine/engine.h"

ze_result_t zed_gpu_module_create(uint32_t tile, const zed_module_desc_t *desc,
                                  zed_module_t **module, char **log);
void zed_gpu_module_destroy(zed_module_t *module);
ze_result_t zed_gpu_module_link(uint32_t count, zed_module_t *const *modules, char **log);
const char *const *zed_gpu_module_kernel_names(zed_module_t *module);
ze_result_t zed_gpu_module_global(zed_module_t *module, const char *name, void **address,
                                  size_t *bytes);
ze_result_t zed_gpu_module_function(zed_module_t *module, const char *name, void **address);
bool zed_gpu_module_symbol(zed_module_t *module, uint32_t index, zed_module_symbol_t *symbol);
ze_result_t zed_gpu_module_native(zed_module_t *module, uint8_t **binary, size_t *bytes);
ze_result_t zed_gpu_kernel_get(zed_module_t *module, const char *name, const zed_kernel_t **kernel);
uint32_t zed_gpu_resident_groups(const zed_kernel_t *kernel, uint32_t group_items,
                                 uint32_t local_bytes);

#endif
