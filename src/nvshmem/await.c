/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See await.h.  The driver's function that waits for a list is newer than the oldest headers with
 * which the library is built.  Without it, the library waits for an event, which a regular list
 * would never signal.
 *
 * word      written by                         read by       ordering
 * wait_for  the first call, by pthread_once    any thread    pthread_once
 */
#include "await.h"

#include "refuse.h"
#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

#define WAIT "zeCommandListHostSynchronize"

typedef ze_result_t(ZE_APICALL *wait_t)(ze_command_list_handle_t, uint64_t);

static pthread_once_t once = PTHREAD_ONCE_INIT;
static wait_t wait_for; /* NULL: the driver cannot wait for a list */

/* Whether the function accepts our lists: the driver's own function does not if the loader wraps
 * the handles that it gives out. */
static bool knows_lists(wait_t function)
{
    const ze_command_queue_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC,
                                          .mode = ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS};
    ze_command_list_handle_t list = NULL;
    if (!function || zeCommandListCreateImmediate(ishmemx_ze_context(), ishmemx_ze_device(), &desc,
                                                  &list) != ZE_RESULT_SUCCESS) {
        return false;
    }
    const bool knows = function(list, UINT64_MAX) == ZE_RESULT_SUCCESS;
    zeCommandListDestroy(list);
    return knows;
}

/* A function from the address of an object, for which C has no cast. */
static wait_t as_function(void *address)
{
    wait_t function;
    memcpy(&function, &address, sizeof function);
    return function;
}

static void find_wait(void)
{
    void *address = dlsym(RTLD_DEFAULT, WAIT);
    if (knows_lists(as_function(address))) {
        wait_for = as_function(address);
        return;
    }
    if (zeDriverGetExtensionFunctionAddress(ishmemx_ze_driver(), WAIT, &address) ==
            ZE_RESULT_SUCCESS &&
        knows_lists(as_function(address))) {
        wait_for = as_function(address);
    }
}

static void end_unless(bool holds)
{
    if (!holds) {
        ishmem_global_exit(1);
    }
}

static void get_by_list(const char *routine, void *dest, const void *source, size_t bytes, int pe,
                        ze_command_list_handle_t stream)
{
    end_unless(ishmemx_getmem_on_queue(dest, source, bytes, pe, stream, NULL, 0, NULL) == 0);
    if (wait_for(stream, UINT64_MAX) != ZE_RESULT_SUCCESS) {
        nvshmem_refuse(routine, "stream", "not a list that the host can wait for",
                       "an immediate command list");
    }
}

static void get_by_event(const char *routine, void *dest, const void *source, size_t bytes, int pe,
                         ze_command_list_handle_t stream)
{
    const ze_event_pool_desc_t pool_desc = {.stype = ZE_STRUCTURE_TYPE_EVENT_POOL_DESC,
                                            .flags = ZE_EVENT_POOL_FLAG_HOST_VISIBLE,
                                            .count = 1};
    const ze_event_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_EVENT_DESC,
                                  .signal = ZE_EVENT_SCOPE_FLAG_HOST,
                                  .wait = ZE_EVENT_SCOPE_FLAG_HOST};
    ze_event_pool_handle_t pool = NULL;
    ze_event_handle_t event = NULL;
    if (zeEventPoolCreate(ishmemx_ze_context(), &pool_desc, 0, NULL, &pool) != ZE_RESULT_SUCCESS ||
        zeEventCreate(pool, &desc, &event) != ZE_RESULT_SUCCESS) {
        nvshmem_refuse(routine, "stream", "a list of a driver without memory for an event",
                       "an event for it");
    }
    end_unless(ishmemx_getmem_on_queue(dest, source, bytes, pe, stream, event, 0, NULL) == 0);
    end_unless(zeEventHostSynchronize(event, UINT64_MAX) == ZE_RESULT_SUCCESS);
    zeEventDestroy(event);
    zeEventPoolDestroy(pool);
}

void nvshmem_await_get(const char *routine, void *dest, const void *source, size_t bytes, int pe,
                       ze_command_list_handle_t stream)
{
    int is_initialized = 0;
    ishmemx_query_initialized(&is_initialized);
    if (is_initialized) {
        pthread_once(&once, find_wait);
    }
    if (wait_for) {
        get_by_list(routine, dest, source, bytes, pe, stream);
    } else {
        get_by_event(routine, dest, source, bytes, pe, stream);
    }
}
