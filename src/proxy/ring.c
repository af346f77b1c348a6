/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Allocates the ring, and stores into the part of it that is in device memory.
 */
#include "ring.h"

#include "shared/mapped.h"
#include <string.h>
#include <unistd.h>

/* While requests arrive, kernels are notified each time that one of this many parts is free
 * again. */
#define PUBLISHED_PARTS 4

static void *allocate_host(const ishmemi_ring_request_t *request, size_t bytes, size_t alignment,
                           const char *what)
{
    const ze_host_mem_alloc_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC};
    void *memory = NULL;
    const ze_result_t result = zeMemAllocHost(request->context, &desc, bytes, alignment, &memory);
    if (result != ZE_RESULT_SUCCESS) {
        request->log_error("cannot allocate %zu bytes of host memory for the ring's %s: 0x%x",
                           bytes, what, (unsigned)result);
        return NULL;
    }
    memset(memory, 0, bytes);
    return memory;
}

static void *allocate_device(const ishmemi_ring_request_t *request, size_t bytes, const char *what)
{
    const ze_device_mem_alloc_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC};
    void *memory = NULL;
    ze_result_t result = zeMemAllocDevice(request->context, &desc, bytes, sizeof(ishmemi_counter_t),
                                          request->device, &memory);
    if (result == ZE_RESULT_SUCCESS) {
        /* Uninitialised: this driver only records what a device would receive. */
        result = zeContextMakeMemoryResident(request->context, request->device, memory, bytes);
        if (result == ZE_RESULT_SUCCESS || result == ZE_RESULT_ERROR_UNINITIALIZED) {
            return memory;
        }
        zeMemFree(request->context, memory);
    }
    request->log_error("cannot allocate %zu bytes of device memory for the ring's %s: 0x%x", bytes,
                       what, (unsigned)result);
    return NULL;
}

static void *allocate_staging(const ishmemi_ring_request_t *request, uint64_t count)
{
    return allocate_host(request, count * ISHMEMI_STAGING_BYTES, sizeof(ishmemi_counter_t),
                         "staging buffers");
}

static int allocate(ishmemi_ring_host_t *ring)
{
    const ishmemi_ring_request_t *const request = &ring->request;
    ring->requests = allocate_host(request, request->n_requests * sizeof *ring->requests,
                                   sizeof(ishmemi_counter_t), "requests");
    ring->staging = allocate_staging(request, request->n_requests);
    ring->answer_staging = allocate_staging(request, request->n_answers);
    if (request->has_doorbell) {
        const size_t page = (size_t)sysconf(_SC_PAGESIZE);
        ring->doorbell_bytes = page < ISHMEMI_DOORBELL_BYTES ? ISHMEMI_DOORBELL_BYTES : page;
        ring->doorbell = allocate_host(request, ring->doorbell_bytes, page, "doorbell");
    }
    ring->answers = allocate_host(request, request->n_answers * sizeof *ring->answers,
                                  sizeof *ring->answers, "answers");
    ring->progress =
        allocate_host(request, sizeof *ring->progress, sizeof *ring->progress, "progress");
    ring->holds = allocate_device(request, request->n_answers * sizeof *ring->holds, "holds");
    ring->ring = allocate_device(request, sizeof *ring->ring, "counters");
    return ring->requests && ring->staging && ring->answer_staging && ring->answers &&
                   ring->progress && ring->holds && ring->ring &&
                   (ring->doorbell || !request->has_doorbell)
               ? 0
               : -1;
}

/* Clears the holds by a copy of the answers' staging buffers, which are still zero. */
static void fill(ishmemi_ring_host_t *ring)
{
    const ishmemi_ring_t start = {
        .requests = (uintptr_t)ring->requests,
        .staging = (uintptr_t)ring->staging,
        .answers = (uintptr_t)ring->answers,
        .answer_staging = (uintptr_t)ring->answer_staging,
        .n_requests = ring->request.n_requests,
        .n_answers = ring->request.n_answers,
        .doorbell = (uintptr_t)ring->doorbell,
        .progress = (uintptr_t)ring->progress,
        .holds = (uintptr_t)ring->holds,
    };
    ring->request.copy(ring->holds, ring->answer_staging,
                       ring->request.n_answers * sizeof *ring->holds);
    ring->request.copy(ring->ring, &start, sizeof start);
}

int ishmemi_ring_open(const ishmemi_ring_request_t *request, ishmemi_ring_host_t *ring)
{
    *ring = (ishmemi_ring_host_t){.request = *request};
    if (allocate(ring) != 0) {
        ishmemi_ring_close(ring);
        return -1;
    }
    fill(ring);
    return 0;
}

void ishmemi_ring_close(ishmemi_ring_host_t *ring)
{
    void *const parts[] = {ring->requests, ring->staging,  ring->answer_staging, ring->doorbell,
                           ring->answers,  ring->progress, ring->holds,          ring->ring};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (parts[i]) {
            zeMemFree(ring->request.context, parts[i]);
        }
    }
    *ring = (ishmemi_ring_host_t){0};
}

void ishmemi_ring_answer(ishmemi_ring_host_t *ring, uint64_t number, uint64_t value,
                         ishmemi_answer_status_t status)
{
    ishmemi_answer_t *const answer = &ring->answers[(number - 1) & (ring->request.n_answers - 1)];
    answer->value = value;
    answer->status = status;
    __atomic_store_n(&answer->number, number, __ATOMIC_RELEASE);
}

void ishmemi_ring_publish(ishmemi_ring_host_t *ring, uint64_t completed)
{
    const bool comes = ring->looked != ring->taken;
    const uint64_t unpublished = ring->taken - ring->consumed;
    ring->looked = ring->taken;
    if (ring->completed == completed &&
        (unpublished == 0 || (comes && unpublished < ring->request.n_requests / PUBLISHED_PARTS))) {
        return;
    }
    ring->consumed = ring->taken;
    __atomic_store_n(&ring->completed, completed, __ATOMIC_RELEASE);
    __atomic_store_n(&ring->progress->consumed, ring->consumed, __ATOMIC_RELEASE);
    __atomic_store_n(&ring->progress->completed, completed, __ATOMIC_RELEASE);
}

uint64_t ishmemi_ring_made(const ishmemi_ring_host_t *ring)
{
    uint64_t made = __atomic_load_n(&ring->completed, __ATOMIC_ACQUIRE);
    /* A reused slot has a higher sequence; its earlier request has been taken. */
    while (__atomic_load_n(&ring->requests[made & (ring->request.n_requests - 1)].sequence,
                           __ATOMIC_ACQUIRE) > made) {
        made++;
    }
    return made;
}

bool ishmemi_ring_drained(const ishmemi_ring_host_t *ring, uint64_t made)
{
    return __atomic_load_n(&ring->completed, __ATOMIC_ACQUIRE) >= made;
}

void ishmemi_ring_store(const ishmemi_ring_host_t *ring, uint64_t address, uint64_t value,
                        size_t bytes)
{
    if (ring->request.mapped) {
        ishmemi_mapped_store((void *)(uintptr_t)address, bytes, value);
    } else {
        ring->request.copy((void *)(uintptr_t)address, &value, bytes);
    }
}
