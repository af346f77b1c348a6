/* SPDX-License-Identifier: BSD-3-Clause */
/* See driver_objects.h. */
#include "driver_objects.h"

#include "job.h"
#include "ze_cpu_ext.h"
#include <string.h>

#define SPACE ((size_t)128)

/* Written by open and close, while no other call runs; NULL: the driver does not check objects. */
static const ze_cpu_heap_objects_t *calls;

void ishmemi_driver_objects_open(void)
{
    void *address = NULL;
    ze_cpu_pfn_get_heap_objects_t get = NULL;
    if (zeDriverGetExtensionFunctionAddress(ishmemi_job.driver, ZE_CPU_GET_HEAP_OBJECTS,
                                            &address) != ZE_RESULT_SUCCESS) {
        return;
    }
    /* C has no cast between pointers to objects and to functions. */
    memcpy(&get, &address, sizeof address);
    calls = get();
    if (!calls) {
        return;
    }
    for (int pe = 0; pe < ishmemi_job.n_pes; pe++) {
        if (ishmemi_job.delta[pe] != ISHMEMI_UNREACHABLE) {
            const char *const heap = ishmemi_peer_address(ishmemi_job.heap, pe);
            calls->add_heap(heap, ishmemi_job.heap_bytes);
        }
    }
    calls->set_object(0, ISHMEMI_HEAD_BYTES);
}

void ishmemi_driver_objects_close(void)
{
    if (calls) {
        calls->clear();
        calls = NULL;
    }
}

size_t ishmemi_driver_objects_space(void)
{
    return calls ? SPACE : 0;
}

void ishmemi_driver_objects_set(size_t offset, size_t bytes)
{
    if (calls) {
        calls->set_object(offset, bytes);
    }
}

void ishmemi_driver_objects_remove(size_t offset)
{
    if (calls) {
        calls->remove_object(offset);
    }
}
