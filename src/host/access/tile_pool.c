/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The pool of entries: it grows to the number of simultaneous calls.
 */
#include "tile_pool.h"

#include "fatal.h"
#include "job.h"
#include "kernels.h"
#include "log.h"
#include "report.h"
#include "spin.h"
#include "tile_queues.h"
#include "ze_error.h"
#include <pthread.h>
#include <stdlib.h>

extern const uint8_t ishmemi_host_kernels[];
extern const uint8_t ishmemi_host_kernels_end[];

static const char *const kernel_names[ISHMEMI_TILE_KERNELS] = {
    "ishmemi_kernel_amo",  "ishmemi_kernel_load", "ishmemi_kernel_copy_blocks",
    "ishmemi_kernel_wait", "ishmemi_kernel_sync", "ishmemi_kernel_exchange"};

/* Entries are made on demand and stay until close.  The mutex guards the lists. */
static struct {
    pthread_mutex_t mutex;
    ishmemi_tile_entry_t *idle;
    ishmemi_tile_entry_t *all;
    uint32_t entries;
    ze_module_handle_t module;
    ishmemi_tile_queues_t queues;
} tile = {.mutex = PTHREAD_MUTEX_INITIALIZER};

static bool succeeded(ze_result_t result, const char *call)
{
    if (result == ZE_RESULT_SUCCESS) {
        return true;
    }
    ishmemi_error("host access to the heap: %s failed: 0x%x, %s", call, (unsigned)result,
                  ishmemi_ze_error(result));
    return false;
}

static bool build_module(void)
{
    static const ishmemi_kernels_image_t image = {"host access to the heap", ishmemi_host_kernels,
                                                  ishmemi_host_kernels_end, NULL};
    return ishmemi_kernels_build(&image, NULL, &tile.module);
}

static void destroy(ishmemi_tile_entry_t *entry)
{
    for (int i = 0; i < ISHMEMI_TILE_KERNELS; i++) {
        if (entry->kernels[i]) {
            zeKernelDestroy(entry->kernels[i]);
        }
    }
    if (entry->list) {
        zeCommandListDestroy(entry->list);
    }
    if (entry->driven) {
        zeCommandListDestroy(entry->driven);
    }
    if (entry->ended) {
        zeEventDestroy(entry->ended);
    }
    if (entry->pool) {
        zeEventPoolDestroy(entry->pool);
    }
    if (entry->result) {
        zeMemFree(ishmemi_job.context, (void *)(uintptr_t)entry->result);
    }
    free(entry);
}

static bool make_list(uint32_t queue, ze_command_queue_mode_t mode, ze_command_list_handle_t *list)
{
    const ze_command_queue_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC,
                                          .ordinal = tile.queues.group,
                                          .index = queue,
                                          .mode = mode};
    return succeeded(
        zeCommandListCreateImmediate(ishmemi_job.context, ishmemi_job.device, &desc, list),
        "zeCommandListCreateImmediate");
}

/* queue: one of the group's queues, so that waits and puts can run concurrently. */
static ishmemi_tile_entry_t *make(uint32_t queue)
{
    ishmemi_tile_entry_t *const entry = calloc(1, sizeof *entry);
    if (!entry) {
        ishmemi_error("host access to the heap: no memory");
        return NULL;
    }
    entry->queue = queue;
    const ze_host_mem_alloc_desc_t host_desc = {.stype = ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC};
    void *result = NULL;
    bool made = make_list(queue, ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS, &entry->list) &&
                succeeded(zeMemAllocHost(ishmemi_job.context, &host_desc, ISHMEMI_TILE_STAGE_BYTES,
                                         64, &result),
                          "zeMemAllocHost");
    entry->result = result;
    for (int i = 0; i < ISHMEMI_TILE_KERNELS && made; i++) {
        made = ishmemi_kernels_make("host access to the heap", tile.module, kernel_names[i], 1,
                                    &entry->kernels[i]);
    }
    if (!made) {
        destroy(entry);
        return NULL;
    }
    return entry;
}

ishmemi_tile_entry_t *ishmemi_tile_entry_take(void)
{
    pthread_mutex_lock(&tile.mutex);
    ishmemi_tile_entry_t *entry = tile.idle;
    const uint32_t number = tile.entries;
    if (entry) {
        tile.idle = entry->next;
    } else {
        tile.entries++;
    }
    pthread_mutex_unlock(&tile.mutex);
    if (entry) {
        return entry;
    }
    entry = make(number % tile.queues.count);
    if (!entry) {
        ishmemi_fatal("host access to the heap: at most %u calls can run at the same time", number);
    }
    pthread_mutex_lock(&tile.mutex);
    entry->next_of_all = tile.all;
    tile.all = entry;
    pthread_mutex_unlock(&tile.mutex);
    return entry;
}

void ishmemi_tile_pool_return(ishmemi_tile_entry_t *entry)
{
    pthread_mutex_lock(&tile.mutex);
    entry->next = tile.idle;
    tile.idle = entry;
    pthread_mutex_unlock(&tile.mutex);
}

static void launch(const ishmemi_tile_entry_t *entry, ishmemi_tile_kernel_t kernel,
                   const uint64_t *arguments, uint32_t count, ze_command_list_handle_t list,
                   ze_event_handle_t ended)
{
    const ze_group_count_t one = {1, 1, 1};
    for (uint32_t i = 0; i < count; i++) {
        if (!succeeded(zeKernelSetArgumentValue(entry->kernels[kernel], i, sizeof arguments[i],
                                                &arguments[i]),
                       "zeKernelSetArgumentValue")) {
            ishmemi_fatal("%s: argument %u cannot be set", kernel_names[kernel], i);
        }
    }
    if (!succeeded(
            zeCommandListAppendLaunchKernel(list, entry->kernels[kernel], &one, ended, 0, NULL),
            "zeCommandListAppendLaunchKernel")) {
        ishmemi_fatal("%s: cannot be run", kernel_names[kernel]);
    }
}

void ishmemi_tile_pool_run(const ishmemi_tile_entry_t *entry, ishmemi_tile_kernel_t kernel,
                           const uint64_t *arguments, uint32_t count)
{
    launch(entry, kernel, arguments, count, entry->list, NULL);
}

/* ---- Kernels that wait ----------------------------------------------------------------------- */

static bool make_driven(ishmemi_tile_entry_t *entry)
{
    const ze_event_pool_desc_t pool = {.stype = ZE_STRUCTURE_TYPE_EVENT_POOL_DESC,
                                       .flags = ZE_EVENT_POOL_FLAG_HOST_VISIBLE,
                                       .count = 1};
    const ze_event_desc_t event = {.stype = ZE_STRUCTURE_TYPE_EVENT_DESC,
                                   .signal = ZE_EVENT_SCOPE_FLAG_HOST,
                                   .wait = ZE_EVENT_SCOPE_FLAG_HOST};
    return make_list(entry->queue, ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS, &entry->driven) &&
           succeeded(zeEventPoolCreate(ishmemi_job.context, &pool, 0, NULL, &entry->pool),
                     "zeEventPoolCreate") &&
           succeeded(zeEventCreate(entry->pool, &event, &entry->ended), "zeEventCreate");
}

ze_command_list_handle_t ishmemi_tile_pool_begin_waiting(ishmemi_tile_entry_t *entry,
                                                         ze_event_handle_t *ended)
{
    if (!ishmemi_spin_drives) {
        *ended = NULL;
        return entry->list;
    }
    if (!entry->ended && !make_driven(entry)) {
        ishmemi_fatal("host access to the heap: no list for kernels that wait");
    }
    *ended = entry->ended;
    return entry->driven;
}

void ishmemi_tile_pool_end_waiting(ze_event_handle_t ended)
{
    if (!ended) {
        return;
    }
    ze_result_t result;
    while ((result = zeEventQueryStatus(ended)) == ZE_RESULT_NOT_READY) {
        ishmemi_spin_miss();
    }
    /* Also send what the kernel has requested: others wait for it, and this thread may not drive
     * again soon. */
    while (ishmemi_spin_drive()) {
    }
    if (!succeeded(result, "zeEventQueryStatus") ||
        !succeeded(zeEventHostReset(ended), "zeEventHostReset")) {
        ishmemi_fatal("host access to the heap: a kernel that waits cannot be awaited");
    }
}

void ishmemi_tile_pool_run_waiting(ishmemi_tile_entry_t *entry, ishmemi_tile_kernel_t kernel,
                                   const uint64_t *arguments, uint32_t count)
{
    ze_event_handle_t ended;
    const ze_command_list_handle_t list = ishmemi_tile_pool_begin_waiting(entry, &ended);
    launch(entry, kernel, arguments, count, list, ended);
    ishmemi_tile_pool_end_waiting(ended);
}

/* ---- Copies ---------------------------------------------------------------------------------- */

void ishmemi_tile_pool_copy(const ishmemi_tile_entry_t *entry, void *destination,
                            const void *source, size_t bytes)
{
    if (!succeeded(
            zeCommandListAppendMemoryCopy(entry->list, destination, source, bytes, NULL, 0, NULL),
            "zeCommandListAppendMemoryCopy")) {
        ishmemi_fatal("%zu bytes cannot be copied from %p to %p", bytes, source, destination);
    }
}

void ishmemi_tile_pool_store(const ishmemi_tile_entry_t *entry, void *destination, uint64_t bits,
                             size_t bytes)
{
    if (!succeeded(zeCommandListAppendMemoryFill(entry->list, destination, &bits, bytes, bytes,
                                                 NULL, 0, NULL),
                   "zeCommandListAppendMemoryFill")) {
        ishmemi_fatal("%zu bytes cannot be stored at %p", bytes, destination);
    }
}

void ishmemi_tile_pool_check_job(const ishmemi_tile_entry_t *entry, const char *routine)
{
    volatile uint64_t *const abort_word = entry->result;
    *abort_word = 0;
    ishmemi_tile_pool_copy(entry, (void *)(uintptr_t)abort_word, &ishmemi_job.head->abort.value,
                           sizeof *abort_word);
    if (*abort_word) {
        ishmemi_report_end_of_wait(routine, *abort_word);
    }
}

void ishmemi_tile_pool_close(void)
{
    for (ishmemi_tile_entry_t *entry = tile.all; entry;) {
        ishmemi_tile_entry_t *const next = entry->next_of_all;
        destroy(entry);
        entry = next;
    }
    tile.all = NULL;
    tile.idle = NULL;
    tile.entries = 0;
    if (tile.module) {
        zeModuleDestroy(tile.module);
        tile.module = NULL;
    }
}

/* Makes the first entry, so that an error shows at the start. */
int ishmemi_tile_pool_open(void)
{
    ishmemi_tile_entry_t *first = NULL;
    if (!ishmemi_tile_queues_find(&tile.queues) || !build_module() || !(first = make(0))) {
        ishmemi_tile_pool_close();
        return -1;
    }
    tile.entries = 1;
    tile.all = first;
    tile.idle = first;
    return 0;
}
