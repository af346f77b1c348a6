/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Allocations.  All kinds are the same for a CPU: pages of a memfd, which exist once they are
 * touched.  The sum of a process's allocations is limited by the machine's memory, so that a
 * program that requests too much gets an error from the call before the kernel's out-of-memory
 * killer ends it.
 */
#include "memory/memory.h"
#include "machine/processor.h"
#include "machine/settings.h"
#include "memory/guard.h"
#include "util/file_limit.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define ALIGNMENT_DEFAULT 64
/* This much address space is reserved in addition to the allocation until its place is known. */
#define ALIGNMENT_MOST ((size_t)1 << 40)

/* Relaxed: an independent counter. */
static _Atomic uint64_t allocated;

static uint64_t memory_most;
static pthread_once_t memory_once = PTHREAD_ONCE_INIT;

static void memory_most_read(void)
{
    memory_most = zed_processor_describe()->memory_bytes;
}

static ze_result_t out_of_memory(zed_memory_kind_t kind)
{
    return kind == ZED_MEMORY_HOST ? ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY
                                   : ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY;
}

static bool budget_take(uint64_t bytes)
{
    pthread_once(&memory_once, memory_most_read);
    uint64_t before = atomic_load_explicit(&allocated, memory_order_relaxed);
    do {
        if (bytes > memory_most || before > memory_most - bytes) {
            return false;
        }
    } while (!atomic_compare_exchange_weak_explicit(&allocated, &before, before + bytes,
                                                    memory_order_relaxed, memory_order_relaxed));
    return true;
}

static void budget_put(uint64_t bytes)
{
    atomic_fetch_sub_explicit(&allocated, bytes, memory_order_relaxed);
}

static bool pages_take(zed_memory_record_t *record, size_t bytes, size_t alignment)
{
    if (bytes > zed_slab_block_most() || alignment > zed_slab_block_most()) {
        if (!zed_file_create(bytes, alignment, 1, &record->file)) {
            return false;
        }
        record->memory.base = record->file.base;
        return true;
    }
    record->file.descriptor = -1;
    if (!zed_slab_take(bytes, alignment, &record->block)) {
        return false;
    }
    record->memory.base = record->block.file->base + record->block.offset;
    return true;
}

ze_result_t zed_memory_alloc(zed_memory_kind_t kind, uint32_t tile, size_t bytes, size_t alignment,
                             zed_memory_t **memory)
{
    if (bytes == 0) {
        return ZE_RESULT_ERROR_UNSUPPORTED_SIZE;
    }
    if (alignment == 0) {
        alignment = ALIGNMENT_DEFAULT;
    }
    if ((alignment & (alignment - 1)) != 0 || alignment > ALIGNMENT_MOST) {
        return ZE_RESULT_ERROR_UNSUPPORTED_ALIGNMENT;
    }
    if (kind != ZED_MEMORY_HOST && tile >= zed_settings_get()->tiles) {
        return ZE_RESULT_ERROR_INVALID_ARGUMENT;
    }
    if (!budget_take(bytes)) {
        return out_of_memory(kind);
    }
    zed_memory_record_t *record = calloc(1, sizeof(*record));
    if (!record) {
        budget_put(bytes);
        return ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
    }
    if (!pages_take(record, bytes, alignment)) {
        fprintf(stderr, "zed: cannot allocate %zu bytes: %s\n", bytes, ishmemi_file_error(errno));
        free(record);
        budget_put(bytes);
        return out_of_memory(kind);
    }
    record->exported = -1;
    record->memory.bytes = bytes;
    record->memory.kind = kind;
    record->memory.tile = kind == ZED_MEMORY_HOST ? 0 : tile;
    record->memory.id = zed_memory_id();
    if (zed_guard_is_on() && record->file.descriptor >= 0) {
        zed_guard_note(&record->memory, record->file.base, record->file.bytes);
    }
    *memory = &record->memory;
    return ZE_RESULT_SUCCESS;
}

void zed_memory_free(zed_memory_t *memory)
{
    zed_memory_record_t *record = (zed_memory_record_t *)memory;
    if (memory->imported) {
        zed_file_unmap(record->mapping, record->mapping_bytes);
    } else {
        zed_memory_export_end(record);
        if (record->file.descriptor >= 0) {
            zed_file_destroy(&record->file);
        } else {
            zed_slab_put(&record->block);
        }
        budget_put(memory->bytes);
    }
    free(record);
}
