/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Modules and kernels of the CPU engine: entries of zed_engine_t with the same names.  A module
 * comes from the disk cache or from the compiler, which is a separate program (compile/translate/),
 * so that LLVM is never in this process.
 */
#ifndef ZED_CPU_MODULE_H
#define ZED_CPU_MODULE_H

#include "engine/engine.h"

#ifdef __cplusplus
extern "C" {
#endif

ze_result_t zed_compile_module_create(const zed_module_desc_t *desc, zed_module_t **module,
                                      char **log);
void zed_compile_module_destroy(zed_module_t *module);
ze_result_t zed_compile_module_link(uint32_t count, zed_module_t *const *modules, char **log);
const char *const *zed_compile_module_kernel_names(zed_module_t *module);
ze_result_t zed_compile_module_global(zed_module_t *module, const char *name, void **address,
                                      size_t *bytes);
ze_result_t zed_compile_module_function(zed_module_t *module, const char *name, void **address);
bool zed_compile_module_symbol(zed_module_t *module, uint32_t index, zed_module_symbol_t *symbol);
ze_result_t zed_compile_module_native(zed_module_t *module, uint8_t **binary, size_t *bytes);
ze_result_t zed_compile_kernel_get(zed_module_t *module, const char *name,
                                   const zed_kernel_t **kernel);

#ifdef __cplusplus
}
#endif

#endif
