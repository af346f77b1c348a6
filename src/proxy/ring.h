/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The host's side of the ring (shared/ring.h): its memory, the requests that kernels make, and the
 * answers to them.  For the proxy's thread, unless stated otherwise.
 */
#ifndef ISHMEMI_PROXY_RING_H
#define ISHMEMI_PROXY_RING_H

#include "shared/ring.h"
#include <level_zero/ze_api.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ISHMEMI_RING_REQUESTS 2048
#define ISHMEMI_RING_ANSWERS 2048

typedef struct ishmemi_ring_request {
    ze_context_handle_t context;
    ze_device_handle_t device;
    uint64_t n_requests; /* powers of 2 */
    uint64_t n_answers;
    bool has_doorbell; /* kernels run on the processor and can ring one */
    bool mapped;       /* the host may load and store device memory; else copy */
    /* Copies between host memory and the tile's memory, in either direction; blocking. */
    void (*copy)(void *destination, const void *source, size_t bytes);
    void (*log_error)(const char *format, ...) __attribute__((format(printf, 1, 2)));
} ishmemi_ring_request_t;

typedef struct ishmemi_ring_host {
    ishmemi_ring_request_t request;
    ishmemi_ring_t *ring;     /* in device memory */
    ishmemi_counter_t *holds; /* in device memory */
    ishmemi_answer_t *answers;
    ishmemi_ring_progress_t *progress;
    ishmemi_request_t *requests;
    char *staging;
    char *answer_staging;
    void *doorbell; /* whole pages, in host memory; NULL: none */
    size_t doorbell_bytes;
    uint64_t taken;     /* requests taken */
    uint64_t looked;    /* taken, at the last ishmemi_ring_publish */
    uint64_t consumed;  /* as published to kernels */
    uint64_t completed; /* as published to kernels; store release, load acquire */
} ishmemi_ring_host_t;

/* Returns 0, or -1 after logging why. */
int ishmemi_ring_open(const ishmemi_ring_request_t *request, ishmemi_ring_host_t *ring);
void ishmemi_ring_close(ishmemi_ring_host_t *ring);

/* The request `ahead` places after the next, or NULL if it has not arrived; those before it must
 * have.  It stays in its slot until the caller adds to `taken` and ishmemi_ring_publish publishes
 * that. */
static inline const ishmemi_request_t *ishmemi_ring_look(const ishmemi_ring_host_t *ring,
                                                         uint64_t ahead)
{
    const uint64_t number = ring->taken + ahead;
    const ishmemi_request_t *const request =
        &ring->requests[number & (ring->request.n_requests - 1)];
    return __atomic_load_n(&request->sequence, __ATOMIC_ACQUIRE) == number + 1 ? request : NULL;
}

/* The request that comes `ahead` after the next one will soon be looked at. */
static inline void ishmemi_ring_expect(const ishmemi_ring_host_t *ring, uint64_t ahead)
{
    __builtin_prefetch(&ring->requests[(ring->taken + ahead) & (ring->request.n_requests - 1)]);
}

/* The staging buffers of the request and of the answer with this number. */
static inline char *ishmemi_ring_staging(const ishmemi_ring_host_t *ring, uint64_t number)
{
    return ring->staging + (number & (ring->request.n_requests - 1)) * ISHMEMI_STAGING_BYTES;
}

static inline char *ishmemi_ring_answer_staging(const ishmemi_ring_host_t *ring, uint64_t number)
{
    return ring->answer_staging +
           ((number - 1) & (ring->request.n_answers - 1)) * ISHMEMI_STAGING_BYTES;
}

/* For any thread: how many requests the kernels that have ended made, and whether the first `made`
 * requests have taken full effect. */
uint64_t ishmemi_ring_made(const ishmemi_ring_host_t *ring);
bool ishmemi_ring_drained(const ishmemi_ring_host_t *ring, uint64_t made);

/* Releases the kernel that waits for the answer with this number. */
void ishmemi_ring_answer(ishmemi_ring_host_t *ring, uint64_t number, uint64_t value,
                         ishmemi_answer_status_t status);

/* Call it after each look at the ring.  Publishes to kernels which requests have been read and how
 * many have taken full effect.  While requests arrive it publishes many at once, because a kernel
 * that makes requests must fetch each update. */
void ishmemi_ring_publish(ishmemi_ring_host_t *ring, uint64_t completed);

/* Stores the value before an AMO at the address that the kernel gave. */
void ishmemi_ring_store(const ishmemi_ring_host_t *ring, uint64_t address, uint64_t value,
                        size_t bytes);

#endif
