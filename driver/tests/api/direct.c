/* SPDX-License-Identifier: BSD-3-Clause */
/* Counts what the driver's engine allocates. */
#include "direct.h"

#include "driver.h"

#include <stdatomic.h>

static const zed_engine_t *engine;
static zed_engine_t counting;
static _Atomic size_t memories;
static _Atomic size_t modules;

size_t direct_memory_count(void)
{
    return atomic_load(&memories);
}

size_t direct_module_count(void)
{
    return atomic_load(&modules);
}

static ze_result_t count_one(ze_result_t result, _Atomic size_t *counter)
{
    atomic_fetch_add(counter, result == ZE_RESULT_SUCCESS ? 1 : 0);
    return result;
}

static ze_result_t memory_alloc(zed_memory_kind_t kind, uint32_t tile, size_t bytes,
                                size_t alignment, zed_memory_t **memory)
{
    return count_one(engine->memory_alloc(kind, tile, bytes, alignment, memory), &memories);
}

static ze_result_t memory_import(const ze_ipc_mem_handle_t *handle, uint32_t tile,
                                 zed_memory_t **memory)
{
    return count_one(engine->memory_import(handle, tile, memory), &memories);
}

static void memory_free(zed_memory_t *memory)
{
    atomic_fetch_sub(&memories, 1);
    engine->memory_free(memory);
}

static ze_result_t module_create(uint32_t tile, const zed_module_desc_t *desc,
                                 zed_module_t **module, char **log)
{
    return count_one(engine->module_create(tile, desc, module, log), &modules);
}

static void module_destroy(zed_module_t *module)
{
    atomic_fetch_sub(&modules, 1);
    engine->module_destroy(module);
}

void direct_count_engine(void)
{
    engine = zed_the_driver.engine;
    counting = *engine;
    counting.memory_alloc = memory_alloc;
    counting.memory_import = memory_import;
    counting.memory_free = memory_free;
    counting.module_create = module_create;
    counting.module_destroy = module_destroy;
    zed_the_driver.engine = &counting;
}
