/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * IPC handles: a file descriptor, followed by a claim about the file.  A receiver may pass on only
 * the descriptor and leave the rest zero, because the label at the descriptor's position says the
 * same (label.h).  Import relies on the label, which it checks.  If there is a claim, it must agree
 * with the label and with the file (device and inode), which detects mixed-up descriptors.
 *
 * Each exported allocation has a descriptor with its own position.  An allocation with its own file
 * already has one.  A block of a slab gets another descriptor of the slab's file when it is first
 * exported.
 */
#include "memory/guard.h"
#include "memory/label.h"
#include "memory/memory.h"

#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define HANDLE_MAGIC UINT64_C(0x32706d656d64657a) /* "zedmemp2" in memory */

typedef struct ipc_content {
    uint64_t descriptor; /* a process that passes the handle on may replace it */
    uint64_t magic;
    uint64_t position; /* of the label in the file */
    uint64_t offset;   /* of the memory in the file */
    uint64_t bytes;
    uint64_t device;
    uint64_t inode;
    uint16_t kind;
    uint16_t tile;
    uint32_t check; /* checksum of all fields but the descriptor and itself */
} ipc_content_t;

_Static_assert(sizeof(ipc_content_t) <= ZE_MAX_IPC_HANDLE_SIZE, "an IPC handle holds the content");

/* Guards zed_memory_record_t.exported, for threads that export the same allocation. */
static pthread_mutex_t export_lock = PTHREAD_MUTEX_INITIALIZER;

static uint32_t content_check(const ipc_content_t *content)
{
    const size_t start = offsetof(ipc_content_t, magic);
    return zed_label_checksum((const char *)content + start,
                              offsetof(ipc_content_t, check) - start);
}

/* ---- Export -------------------------------------------------------------------------------- */

static const zed_file_t *file_of(const zed_memory_record_t *record)
{
    return record->file.descriptor >= 0 ? &record->file : record->block.file;
}

static uint64_t label_position(const zed_memory_record_t *record)
{
    const bool own = record->file.descriptor >= 0;
    return file_of(record)->bytes + (own ? 0 : (uint64_t)record->block.index * ZED_LABEL_BYTES);
}

/* Another descriptor of the same file with its own position, which dup does not give.  -1 if /proc
 * is missing or descriptors are exhausted. */
static int descriptor_again(int descriptor)
{
    char path[64];
    snprintf(path, sizeof(path), "/proc/self/fd/%d", descriptor);
    return open(path, O_RDWR | O_CLOEXEC);
}

/* The descriptor for the record's handles, or -1.  The caller holds export_lock. */
static int descriptor_export(zed_memory_record_t *record)
{
    if (record->exported >= 0) {
        return record->exported;
    }
    const zed_memory_t *memory = &record->memory;
    const uint64_t position = label_position(record);
    const bool own = record->file.descriptor >= 0;
    const zed_file_t *file = file_of(record);
    const zed_label_t label = {.offset = own ? 0 : record->block.offset,
                               .bytes = memory->bytes,
                               .kind = (uint16_t)memory->kind,
                               .tile = (uint16_t)memory->tile};
    if (!zed_label_write(file->descriptor, position, &label)) {
        return -1;
    }
    const int again = own ? -1 : descriptor_again(file->descriptor);
    record->exported = again >= 0 ? again : file->descriptor;
    /* The slab's own descriptor serves all its blocks, so its position names none of them, and the
     * whole handle must be passed on. */
    if (own || again >= 0) {
        lseek(record->exported, (off_t)position, SEEK_SET);
    }
    return record->exported;
}

void zed_memory_export_end(zed_memory_record_t *record)
{
    if (record->exported < 0) {
        return;
    }
    zed_label_clear(record->exported, label_position(record));
    if (record->exported != file_of(record)->descriptor) {
        close(record->exported);
    }
}

static bool handle_write(int descriptor, uint64_t position, const zed_label_t *label,
                         ze_ipc_mem_handle_t *handle)
{
    struct stat status;
    if (fstat(descriptor, &status) != 0) {
        return false;
    }
    ipc_content_t content = {.descriptor = (uint64_t)descriptor,
                             .magic = HANDLE_MAGIC,
                             .position = position,
                             .offset = label->offset,
                             .bytes = label->bytes,
                             .device = (uint64_t)status.st_dev,
                             .inode = (uint64_t)status.st_ino,
                             .kind = label->kind,
                             .tile = label->tile};
    content.check = content_check(&content);
    memset(handle->data, 0, sizeof(handle->data));
    memcpy(handle->data, &content, sizeof(content));
    return true;
}

ze_result_t zed_memory_export(zed_memory_t *memory, ze_ipc_mem_handle_t *handle)
{
    zed_memory_record_t *record = (zed_memory_record_t *)memory;
    if (memory->imported) {
        return ZE_RESULT_ERROR_INVALID_ARGUMENT;
    }
    pthread_mutex_lock(&export_lock);
    const int descriptor = descriptor_export(record);
    pthread_mutex_unlock(&export_lock);
    const uint64_t position = label_position(record);
    zed_label_t label;
    return descriptor >= 0 && zed_label_read(descriptor, position, &label) &&
                   handle_write(descriptor, position, &label, handle)
               ? ZE_RESULT_SUCCESS
               : ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
}

/* ---- Import -------------------------------------------------------------------------------- */

/* What a verified handle refers to. */
typedef struct ipc_target {
    int descriptor;
    uint64_t position;
    zed_label_t label;
} ipc_target_t;

static bool is_bare(const ze_ipc_mem_handle_t *handle)
{
    static const char nothing[ZE_MAX_IPC_HANDLE_SIZE];
    const size_t skip = sizeof(uint64_t);
    return memcmp(handle->data + skip, nothing, sizeof(handle->data) - skip) == 0;
}

static bool claim_agrees(const ipc_content_t *content, const zed_label_t *label)
{
    struct stat status;
    return content->offset == label->offset && content->bytes == label->bytes &&
           content->kind == label->kind && content->tile == label->tile &&
           fstat((int)content->descriptor, &status) == 0 &&
           content->device == (uint64_t)status.st_dev && content->inode == (uint64_t)status.st_ino;
}

static bool handle_read(const ze_ipc_mem_handle_t *handle, ipc_target_t *target)
{
    ipc_content_t content;
    memcpy(&content, handle->data, sizeof(content));
    if (content.descriptor > INT_MAX) {
        return false;
    }
    target->descriptor = (int)content.descriptor;
    if (is_bare(handle)) {
        const off_t position = lseek(target->descriptor, 0, SEEK_CUR);
        target->position = (uint64_t)position;
        return position >= 0 &&
               zed_label_read(target->descriptor, target->position, &target->label);
    }
    target->position = content.position;
    return content.magic == HANDLE_MAGIC && content.check == content_check(&content) &&
           zed_label_read(target->descriptor, target->position, &target->label) &&
           claim_agrees(&content, &target->label);
}

ze_result_t zed_memory_verify(ze_ipc_mem_handle_t *handle)
{
    ipc_target_t target;
    return handle_read(handle, &target) &&
                   handle_write(target.descriptor, target.position, &target.label, handle)
               ? ZE_RESULT_SUCCESS
               : ZE_RESULT_ERROR_INVALID_ARGUMENT;
}

ze_result_t zed_memory_import(const ze_ipc_mem_handle_t *handle, zed_memory_t **memory)
{
    ipc_target_t target;
    if (!handle_read(handle, &target)) {
        return ZE_RESULT_ERROR_INVALID_ARGUMENT;
    }
    zed_memory_record_t *record = calloc(1, sizeof(*record));
    if (!record) {
        return ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
    }
    const zed_label_t *label = &target.label;
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const size_t skip = label->offset % page;
    record->mapping_bytes = skip + label->bytes;
    record->mapping =
        zed_file_map(target.descriptor, label->offset - skip, record->mapping_bytes, page);
    if (!record->mapping) {
        free(record);
        return ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
    }
    record->file.descriptor = -1;
    record->exported = -1;
    record->memory = (zed_memory_t){.base = (char *)record->mapping + skip,
                                    .bytes = label->bytes,
                                    .kind = (zed_memory_kind_t)label->kind,
                                    .tile = label->tile,
                                    .imported = true,
                                    .id = zed_memory_id()};
    if (zed_guard_is_on()) {
        zed_guard_note(&record->memory, record->mapping, record->mapping_bytes);
    }
    *memory = &record->memory;
    return ZE_RESULT_SUCCESS;
}
