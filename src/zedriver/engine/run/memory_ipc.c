/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * IPC handles: a file descriptor and a claim about the file behind it.  Import believes the claim
 * only as far as it can check it: the file must be the one that was exported (device, inode and
 * size), sealed against shrinking, writable, and the range must lie inside.
 */
#include "run/memory.h"
#include "run/settings.h"

#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define HANDLE_MAGIC UINT64_C(0x31706d656d64657a) /* "zedmemp1" in memory */

typedef struct ipc_content {
    uint64_t descriptor;         /* whoever passes the handle on may replace it */
    uint64_t magic;
    uint64_t offset;             /* of the memory in the file */
    uint64_t bytes;
    uint64_t file_bytes;
    uint64_t device;
    uint64_t inode;
    uint16_t kind;
    uint16_t tile;
    uint32_t check;              /* of all fields but the descriptor and itself */
} ipc_content;

_Static_assert(sizeof(ipc_content) <= ZE_MAX_IPC_HANDLE_SIZE, "an IPC handle holds the content");

static uint32_t content_check(const ipc_content *content)
{
    const unsigned char *bytes = (const unsigned char *)content;
    uint32_t hash = UINT32_C(2166136261);
    for (size_t i = offsetof(ipc_content, magic); i < offsetof(ipc_content, check); i++) {
        hash = (hash ^ bytes[i]) * UINT32_C(16777619);
    }
    return hash;
}

ze_result_t zed_memory_export(zed_memory *memory, ze_ipc_mem_handle_t *handle)
{
    const zed_memory_record *record = (const zed_memory_record *)memory;
    if (memory->imported) {
        return ZE_RESULT_ERROR_INVALID_ARGUMENT;
    }
    const bool own = record->file.descriptor >= 0;
    const zed_file *file = own ? &record->file : record->block.file;
    struct stat status;
    if (fstat(file->descriptor, &status) != 0) {
        return ZE_RESULT_ERROR_UNKNOWN;
    }
    ipc_content content;
    memset(&content, 0, sizeof(content));
    content.descriptor = (uint64_t)file->descriptor;
    content.magic = HANDLE_MAGIC;
    content.offset = own ? 0 : record->block.offset;
    content.bytes = memory->bytes;
    content.file_bytes = (uint64_t)status.st_size;
    content.device = (uint64_t)status.st_dev;
    content.inode = (uint64_t)status.st_ino;
    content.kind = (uint16_t)memory->kind;
    content.tile = (uint16_t)memory->tile;
    content.check = content_check(&content);

    memset(handle->data, 0, sizeof(handle->data));
    memcpy(handle->data, &content, sizeof(content));
    return ZE_RESULT_SUCCESS;
}

static bool content_valid(const ipc_content *content)
{
    if (content->magic != HANDLE_MAGIC || content->check != content_check(content) ||
        content->descriptor > INT_MAX || content->kind > ZED_MEMORY_SHARED ||
        content->tile >= zed_settings_get()->tiles || content->bytes == 0 ||
        content->bytes > content->file_bytes ||
        content->offset > content->file_bytes - content->bytes) {
        return false;
    }
    const int descriptor = (int)content->descriptor;
    struct stat status;
    const int flags = fcntl(descriptor, F_GETFL);
    const int seals = fcntl(descriptor, F_GET_SEALS);
    return flags >= 0 && (flags & O_ACCMODE) == O_RDWR && seals >= 0 &&
           (seals & F_SEAL_SHRINK) != 0 && fstat(descriptor, &status) == 0 &&
           (uint64_t)status.st_size == content->file_bytes &&
           (uint64_t)status.st_dev == content->device && (uint64_t)status.st_ino == content->inode;
}

ze_result_t zed_memory_import(const ze_ipc_mem_handle_t *handle, zed_memory **memory)
{
    ipc_content content;
    memcpy(&content, handle->data, sizeof(content));
    if (!content_valid(&content)) {
        return ZE_RESULT_ERROR_INVALID_ARGUMENT;
    }
    zed_memory_record *record = calloc(1, sizeof(*record));
    if (record == NULL) {
        return ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
    }
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const size_t skip = content.offset % page;
    record->mapping_bytes = skip + content.bytes;
    record->mapping =
        zed_file_map((int)content.descriptor, content.offset - skip, record->mapping_bytes, page);
    if (record->mapping == NULL) {
        free(record);
        return ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
    }
    record->file.descriptor = -1;
    record->memory = (zed_memory){.base = (char *)record->mapping + skip,
                                  .bytes = content.bytes,
                                  .kind = (zed_memory_kind)content.kind,
                                  .tile = content.tile,
                                  .imported = true,
                                  .id = zed_memory_id()};
    *memory = &record->memory;
    return ZE_RESULT_SUCCESS;
}
