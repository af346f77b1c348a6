/* SPDX-License-Identifier: BSD-3-Clause */
/* Device, host and shared memory of the CPU engine: calls of zed_engine_t. */
#ifndef ZED_RUN_MEMORY_H
#define ZED_RUN_MEMORY_H

#include "engine/engine.h"
#include "memory/slab.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What the engine keeps in addition to the public struct. */
typedef struct zed_memory_record {
    zed_memory_t memory; /* first, so that a zed_memory_t points to its record */
    zed_file_t file;     /* its own file; descriptor -1: the memory is a block of a slab */
    zed_block_t block;
    int exported;  /* the descriptor of its handles; -1: none yet */
    void *mapping; /* of imported memory */
    size_t mapping_bytes;
} zed_memory_record_t;

ze_result_t zed_memory_alloc(zed_memory_kind_t kind, uint32_t tile, size_t bytes, size_t alignment,
                             zed_memory_t **memory);
void zed_memory_free(zed_memory_t *memory);
ze_result_t zed_memory_export(zed_memory_t *memory, ze_ipc_mem_handle_t *handle);
ze_result_t zed_memory_import(const ze_ipc_mem_handle_t *handle, zed_memory_t **memory);
ze_result_t zed_memory_verify(ze_ipc_mem_handle_t *handle);

/* Invalidates the handles of memory that is about to be freed. */
void zed_memory_export_end(zed_memory_record_t *record);

/* The next id of an allocation or opened handle. */
uint64_t zed_memory_id(void);

#ifdef __cplusplus
}
#endif

#endif
