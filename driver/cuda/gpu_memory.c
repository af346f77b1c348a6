/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Allocations, and the handles that share them.  memory/ provides host and shared memory, with
 * their handles.  A handle of a GPU's memory is a file descriptor and a claim.  libcuda cannot
 * return the size behind a descriptor, so the whole handle must be passed on.  The claim is checked
 * against what libcuda maps, and a false claim reaches no further than the span whose descriptor
 * its sender had.
 */
#include "cuda/gpu_memory.h"

#include "cuda/device_memory.h"
#include "cuda/range.h"
#include "memory/label.h"
#include "memory/memory.h"

#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define HANDLE_MAGIC UINT64_C(0x003175706764657a) /* "zedgpu1" in memory */
#define ALIGNMENT_MOST ((size_t)1 << 40)

typedef struct record {
    zed_memory_t memory; /* first, so that a GPU's zed_memory_t points to its record */
    zed_span_t span;     /* not used if it is a block */
    zed_gpu_block_t block;
    bool is_block;
} record_t;

typedef struct content {
    uint64_t descriptor; /* a process that passes the handle on may replace it */
    uint64_t magic;
    uint64_t span_bytes;
    uint64_t offset; /* of the memory in the span */
    uint64_t bytes;
    uint32_t unused;
    uint32_t check; /* checksum of all fields but the descriptor and itself */
} content_t;

_Static_assert(sizeof(content_t) <= ZE_MAX_IPC_HANDLE_SIZE, "an IPC handle holds the content");

/* Held while a span's descriptor is created. */
static pthread_mutex_t export_lock = PTHREAD_MUTEX_INITIALIZER;

/* ---- Allocations ------------------------------------------------------------------------------ */

static ze_result_t take_pages(record_t *record, uint32_t tile, size_t bytes, size_t alignment)
{
    record->is_block = bytes <= ZED_BLOCK_BYTES_MAX && alignment <= ZED_BLOCK_BYTES_MAX;
    if (!record->is_block) {
        const ze_result_t result = zed_span_create(tile, bytes, alignment, &record->span);
        record->memory.base = (void *)record->span.base;
        return result;
    }
    const size_t wanted = bytes > alignment ? bytes : alignment;
    const ze_result_t result = zed_gpu_block_take(tile, wanted, &record->block);
    if (result == ZE_RESULT_SUCCESS) {
        record->memory.base = (void *)(record->block.span->base + record->block.offset);
    }
    return result;
}

static ze_result_t alloc_device(uint32_t tile, size_t bytes, size_t alignment,
                                zed_memory_t **memory)
{
    record_t *record = calloc(1, sizeof *record);
    if (!record) {
        return ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
    }
    const ze_result_t result = take_pages(record, tile, bytes, alignment);
    if (result != ZE_RESULT_SUCCESS) {
        free(record);
        return result;
    }
    record->memory.bytes = bytes;
    record->memory.kind = ZED_MEMORY_DEVICE;
    record->memory.tile = tile;
    record->memory.id = zed_memory_id();
    *memory = &record->memory;
    return ZE_RESULT_SUCCESS;
}

ze_result_t zed_gpu_memory_alloc(zed_memory_kind_t kind, uint32_t tile, size_t bytes,
                                 size_t alignment, zed_memory_t **memory)
{
    if (alignment > ALIGNMENT_MOST) {
        return ZE_RESULT_ERROR_UNSUPPORTED_ALIGNMENT;
    }
    if (kind == ZED_MEMORY_DEVICE) {
        return alloc_device(tile, bytes, alignment, memory);
    }
    const ze_result_t result = zed_memory_alloc(kind, 0, bytes, alignment, memory);
    if (result == ZE_RESULT_SUCCESS && kind == ZED_MEMORY_SHARED) {
        (*memory)->tile = tile;
    }
    return result;
}

void zed_gpu_memory_free(zed_memory_t *memory)
{
    if (memory->kind != ZED_MEMORY_DEVICE) {
        zed_memory_free(memory);
        return;
    }
    record_t *record = (record_t *)memory;
    if (record->is_block) {
        zed_gpu_block_put(&record->block);
    } else {
        zed_span_destroy(&record->span);
    }
    free(record);
}

/* ---- Handles ---------------------------------------------------------------------------------- */

static uint32_t content_check(const content_t *content)
{
    const size_t start = offsetof(content_t, magic);
    return zed_label_checksum((const char *)content + start, offsetof(content_t, check) - start);
}

static content_t content_of(const ze_ipc_mem_handle_t *handle)
{
    content_t content;
    memcpy(&content, handle->data, sizeof content);
    return content;
}

ze_result_t zed_gpu_memory_export(zed_memory_t *memory, ze_ipc_mem_handle_t *handle)
{
    if (memory->kind != ZED_MEMORY_DEVICE) {
        return zed_memory_export(memory, handle);
    }
    if (memory->imported) {
        return ZE_RESULT_ERROR_INVALID_ARGUMENT;
    }
    record_t *record = (record_t *)memory;
    zed_span_t *span = record->is_block ? record->block.span : &record->span;
    pthread_mutex_lock(&export_lock);
    const int descriptor = zed_span_descriptor(span);
    pthread_mutex_unlock(&export_lock);
    if (descriptor < 0) {
        return ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
    }
    content_t content = {.descriptor = (uint64_t)descriptor,
                         .magic = HANDLE_MAGIC,
                         .span_bytes = span->bytes,
                         .offset = record->is_block ? record->block.offset : 0,
                         .bytes = memory->bytes};
    content.check = content_check(&content);
    memset(handle->data, 0, sizeof handle->data);
    memcpy(handle->data, &content, sizeof content);
    return ZE_RESULT_SUCCESS;
}

static bool is_sound(const content_t *content)
{
    return content->magic == HANDLE_MAGIC && content->check == content_check(content) &&
           content->descriptor <= INT_MAX && content->bytes != 0 &&
           content->bytes <= content->span_bytes &&
           content->offset <= content->span_bytes - content->bytes &&
           fcntl((int)content->descriptor, F_GETFD) >= 0;
}

ze_result_t zed_gpu_memory_verify(ze_ipc_mem_handle_t *handle)
{
    const content_t content = content_of(handle);
    return content.magic != HANDLE_MAGIC ? zed_memory_verify(handle)
           : is_sound(&content)          ? ZE_RESULT_SUCCESS
                                         : ZE_RESULT_ERROR_INVALID_ARGUMENT;
}

ze_result_t zed_gpu_memory_import(const ze_ipc_mem_handle_t *handle, uint32_t tile,
                                  zed_memory_t **memory)
{
    const content_t content = content_of(handle);
    if (content.magic != HANDLE_MAGIC) {
        return zed_memory_import(handle, memory);
    }
    if (!is_sound(&content)) {
        return ZE_RESULT_ERROR_INVALID_ARGUMENT;
    }
    record_t *record = calloc(1, sizeof *record);
    if (!record) {
        return ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
    }
    const ze_result_t result =
        zed_span_import(tile, content.span_bytes, (int)content.descriptor, &record->span);
    if (result != ZE_RESULT_SUCCESS) {
        free(record);
        return result;
    }
    record->memory = (zed_memory_t){.base = (void *)(record->span.base + content.offset),
                                    .bytes = content.bytes,
                                    .kind = ZED_MEMORY_DEVICE,
                                    .tile = record->span.tile,
                                    .imported = true,
                                    .id = zed_memory_id()};
    *memory = &record->memory;
    return ZE_RESULT_SUCCESS;
}

/* ---- Memory that the program has from CUDA itself ------------------------------------------------ */

/* CUDA numbers its allocations as the engine does its own. */
#define FOREIGN_ID ((uint64_t)1 << 63)

static bool ask(const void *address, int attribute, void *value)
{
    return zed_cuda.cuPointerGetAttribute(value, attribute, (CUdeviceptr)address) == CUDA_SUCCESS;
}

static bool describe(const void *address, zed_memory_t *memory)
{
    int type = 0;
    int managed = 0;
    CUdevice device = 0;
    unsigned long long id = 0;
    if (!ask(address, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, &type) ||
        !ask(address, CU_POINTER_ATTRIBUTE_IS_MANAGED, &managed) ||
        !ask(address, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, &device) ||
        !ask(address, CU_POINTER_ATTRIBUTE_BUFFER_ID, &id)) {
        return false;
    }
    *memory = (zed_memory_t){.kind = managed != 0                   ? ZED_MEMORY_SHARED
                                     : type == CU_MEMORYTYPE_DEVICE ? ZED_MEMORY_DEVICE
                                                                    : ZED_MEMORY_HOST,
                             .id = id | FOREIGN_ID};
    return memory->kind == ZED_MEMORY_HOST || zed_gpu_tile_of(device, &memory->tile);
}

bool zed_gpu_memory_foreign(const void *address, zed_memory_t *memory)
{
    if (zed_range_has(address) || zed_gpu_enter(0) != ZE_RESULT_SUCCESS) {
        return false;
    }
    const bool found = describe(address, memory);
    zed_gpu_leave();
    return found;
}

bool zed_gpu_memory_reached(const void *address)
{
    zed_memory_t memory = {0};
    return zed_range_has(address) || zed_gpu_memory_foreign(address, &memory);
}
