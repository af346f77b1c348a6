/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Stands before Level Zero's loader (LD_PRELOAD) as a driver that knows no alignment above 2 MiB, or with
 * UNLIKE_HEAPS=large above 16 MiB, or with UNLIKE_HEAPS=memory has no room for one; and gives PEs with odd and even
 * numbers memory that lies at odd and even multiples of what is asked for.
 */
#include <dlfcn.h>
#include <level_zero/ze_api.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define LEAST ((size_t)2 << 20)
#define LARGE ((size_t)16 << 20)
#define TRIES 256

static void find(const char *name, void *function)
{
    void *const loader = dlopen("libze_loader.so.1", RTLD_NOW);
    *(void **)function = loader ? dlsym(loader, name) : NULL;
}

/* What an allocation is made with. */
typedef struct request {
    ze_context_handle_t context;
    const ze_device_mem_alloc_desc_t *desc;
    size_t alignment;
    ze_device_handle_t device;
} request_t;

static ze_result_t take(const request_t *request, size_t bytes, void **address)
{
    ze_result_t (*call)(ze_context_handle_t, const ze_device_mem_alloc_desc_t *, size_t, size_t,
                        ze_device_handle_t, void **);
    find("zeMemAllocDevice", &call);
    return call ? call(request->context, request->desc, bytes, request->alignment, request->device,
                       address)
                : ZE_RESULT_ERROR_UNINITIALIZED;
}

static void give_back(const request_t *request, void *address)
{
    ze_result_t (*call)(ze_context_handle_t, void *);
    find("zeMemFree", &call);
    if (call) {
        call(request->context, address);
    }
}

/* What is not wanted stays taken until another is. */
static ze_result_t take_at(const request_t *request, size_t bytes, unsigned long parity,
                           void **address)
{
    void *unwanted[TRIES];
    int count = 0;
    ze_result_t result = take(request, bytes, address);
    while (result == ZE_RESULT_SUCCESS && count + 1 < TRIES &&
           ((uintptr_t)*address / request->alignment & 1) != parity) {
        unwanted[count++] = *address;
        if (take(request, request->alignment, &unwanted[count]) == ZE_RESULT_SUCCESS) {
            count++;
        }
        result = take(request, bytes, address);
    }
    while (count > 0) {
        give_back(request, unwanted[--count]);
    }
    return result;
}

ze_result_t zeMemAllocDevice(ze_context_handle_t context, const ze_device_mem_alloc_desc_t *desc,
                             size_t bytes, size_t alignment, ze_device_handle_t device,
                             void **address)
{
    const char *const how = getenv("UNLIKE_HEAPS");
    const char *const rank = getenv("PMI_RANK");
    const request_t request = {context, desc, alignment, device};
    const size_t most = how && strcmp(how, "large") == 0 ? LARGE : LEAST;
    if (alignment > most) {
        return how && strcmp(how, "memory") == 0 ? ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY
                                                 : ZE_RESULT_ERROR_UNSUPPORTED_ALIGNMENT;
    }
    return rank && alignment >= LEAST
               ? take_at(&request, bytes, strtoul(rank, NULL, 10) & 1, address)
               : take(&request, bytes, address);
}
