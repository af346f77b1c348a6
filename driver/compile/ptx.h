/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Modules as PTX, for an engine whose device runs it: the text, the records of its kernels, its
 * names, and a place on disk for the machine code of the device's driver.  Nothing here depends on
 * a particular device.
 *
 * A launch of one of these kernels:
 *
 *   - The argument block has argument_block_bytes, a multiple of 4.  It is followed by 12 bytes,
 *     not counted in its size: the global offset, three uint32_t.
 *   - All local memory that OpenCL knows is in the launch's dynamic shared memory: the kernel's
 *     variables in its first local_static_bytes, local arguments anywhere after them.  The slot
 *     of a local argument contains its offset there, 8 bytes.
 *   - Sub-groups are warps: 32 items with consecutive local linear ids.
 *
 * private_bytes and stack_bytes are 0: only the device's driver knows them.
 */
#ifndef ZED_PTX_H
#define ZED_PTX_H

#include "engine/engine.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct zed_ptx zed_ptx_t;

/* Any thread may make these calls, even several threads with the same module at once.  What they
 * return lives as long as the module, unless a comment says otherwise. */

/* Gets the module from the disk cache, the compiler or a native binary. *log is set on success and
 * on failure, as by zed_engine_t.module_create. */
ze_result_t zed_ptx_create(const zed_module_desc_t *desc, zed_ptx_t **ptx, char **log);
void zed_ptx_destroy(zed_ptx_t *ptx);

/* The text ends with a NUL, which *bytes does not count; bytes may be NULL. */
const char *zed_ptx_text(const zed_ptx_t *ptx, size_t *bytes);

/* In the order of the SPIR-V.  `module` and `code` are NULL. */
uint32_t zed_ptx_kernel_count(const zed_ptx_t *ptx);
const zed_kernel_t *zed_ptx_kernel(const zed_ptx_t *ptx, uint32_t index);

/* Like zed_engine_t.module_symbol. */
bool zed_ptx_symbol(const zed_ptx_t *ptx, uint32_t index, zed_module_symbol_t *symbol);

/* Like zed_engine_t.module_native. */
ze_result_t zed_ptx_native(const zed_ptx_t *ptx, uint8_t **binary, size_t *bytes);

/* The machine code that a device's driver has made of the text.  The key names everything else that
 * it depends on: the driver's version, the compute capability, the options. zed_ptx_cubin_read
 * returns false if there is none; otherwise the binary is complete, and the caller frees it with
 * free().  A failure to write only costs time later. */
bool zed_ptx_cubin_read(const zed_ptx_t *ptx, const char *device_key, uint8_t **cubin,
                        size_t *bytes);
void zed_ptx_cubin_write(const zed_ptx_t *ptx, const char *device_key, const uint8_t *cubin,
                         size_t bytes);

#ifdef __cplusplus
}
#endif

#endif
