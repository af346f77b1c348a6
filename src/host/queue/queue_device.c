/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * word               written by                            read by     ordering
 * known              a job's first call, under the mutex;  any thread  store release, load acquire
 *                    forget clears it
 * rest of `answers`  the same                              any thread  plain, after known
 */
#include "queue_device.h"

#include "job.h"
#include "log.h"
#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

#define GET_DEVICE "zeCommandListGetDeviceHandle"

/* The headers of some versions with which this library is built lack it. */
typedef ze_result_t(ZE_APICALL *get_device_t)(ze_command_list_handle_t, ze_device_handle_t *);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct {
    bool known;
    bool reaches_host;
    get_device_t get_device; /* NULL: the device cannot be found out */
} answers;

/* Whether the function knows a list of ours: a driver's own function does not if the loader wraps
 * its handles. */
static bool knows_lists(get_device_t get_device)
{
    const ze_command_list_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_COMMAND_LIST_DESC};
    ze_command_list_handle_t list = NULL;
    if (!get_device || zeCommandListCreate(ishmemi_job.context, ishmemi_job.device, &desc, &list) !=
                           ZE_RESULT_SUCCESS) {
        return false;
    }
    ze_device_handle_t device = NULL;
    const bool knows =
        get_device(list, &device) == ZE_RESULT_SUCCESS && device == ishmemi_job.device;
    zeCommandListDestroy(list);
    return knows;
}

/* The address of a function; C has no cast from a pointer to an object. */
static get_device_t as_function(void *address)
{
    get_device_t function;
    memcpy(&function, &address, sizeof function);
    return function;
}

static get_device_t find_get_device(void)
{
    const get_device_t of_loader = as_function(dlsym(RTLD_DEFAULT, GET_DEVICE));
    if (knows_lists(of_loader)) {
        return of_loader;
    }
    void *address = NULL;
    if (zeDriverGetExtensionFunctionAddress(ishmemi_job.driver, GET_DEVICE, &address) !=
        ZE_RESULT_SUCCESS) {
        return NULL;
    }
    const get_device_t of_driver = as_function(address);
    return knows_lists(of_driver) ? of_driver : NULL;
}

static bool find_reaches_host(void)
{
    ze_device_memory_access_properties_t properties = {
        .stype = ZE_STRUCTURE_TYPE_DEVICE_MEMORY_ACCESS_PROPERTIES};
    return zeDeviceGetMemoryAccessProperties(ishmemi_job.device, &properties) ==
               ZE_RESULT_SUCCESS &&
           (properties.sharedSystemAllocCapabilities & ZE_MEMORY_ACCESS_CAP_FLAG_RW);
}

static void know(void)
{
    if (__builtin_expect(__atomic_load_n(&answers.known, __ATOMIC_ACQUIRE), true)) {
        return;
    }
    pthread_mutex_lock(&mutex);
    if (!answers.known) {
        answers.get_device = find_get_device();
        answers.reaches_host = find_reaches_host();
        ishmemi_debug("queues: the driver %s the device of a command list",
                      answers.get_device ? "tells" : "does not tell");
        __atomic_store_n(&answers.known, true, __ATOMIC_RELEASE);
    }
    pthread_mutex_unlock(&mutex);
}

ishmemi_queue_device_t ishmemi_queue_device_of(ze_command_list_handle_t list)
{
    know();
    if (!answers.get_device) {
        return ISHMEMI_QUEUE_OUR_TILE;
    }
    ze_device_handle_t device = NULL;
    if (answers.get_device(list, &device) != ZE_RESULT_SUCCESS) {
        return ISHMEMI_QUEUE_NO_LIST;
    }
    return device == ishmemi_job.device ? ISHMEMI_QUEUE_OUR_TILE : ISHMEMI_QUEUE_OTHER_TILE;
}

bool ishmemi_queue_device_reaches_host(void)
{
    know();
    return answers.reaches_host;
}

void ishmemi_queue_device_forget(void)
{
    answers.known = false;
}
