/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The host's side of the ring (shared/ring.h): its memory, what kernels have stored in it, and what
 * they are told.  For the proxy's thread, where nothing else is said.
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
    bool has_doorbell; /* kernels run on the processor, and can ring one */
    bool mapped;       /* the host may load and store device memory, else: */
    /* Between host memory and memory of the tile, either way; blocking. */
    void (*copy)(void *destination, const void *source, size_t bytes);
    void (*log_error)(const char *format, ...) __attribute__((format(printf, 1, 2)));
} ishmemi_ring_request_t;

typedef struct ishmemi_ring_host {
    ishmemi_ring_request_t request;
    ishmemi_ring_t *ring;      /* in device memory */
    ishmemi_answer_t *answers; /* in device memory */
    ishmemi_request_t *requests;
    char *staging;
    char *answer_staging;
    void *doorbell; /* whole pages, in host memory; NULL: none */
    size_t doorbell_bytes;
    uint64_t taken;     /* requests */
    uint64_t looked;    /* taken, when ishmemi_ring_publish was called last */
    uint64_t consumed;  /* what kernels know */
    uint64_t completed; /* the same; store release, load acquire */
} ishmemi_ring_host_t;

/* 0, or -1 having said why. */
int ishmemi_ring_open(const ishmemi_ring_request_t *request, ishmemi_ring_host_t *ring);
void ishmemi_ring_close(ishmemi_ring_host_t *ring);

/* The request after the next `ahead` ones, which are there; NULL if it is not.  It stays where it is until it
 * is taken, by adding to `taken`, and ishmemi_ring_publish has told so. */
static inline const ishmemi_request_t *ishmemi_ring_look(const ishmemi_ring_host_t *ring,
                                                         uint64_t ahead)
{
    const uint64_t number = ring->taken + ahead;
    const ishmemi_request_t *const request =
        &ring->requests[number & (ring->request.n_requests - 1)];
    return __atomic_load_n(&request->sequence, __ATOMIC_ACQUIRE) == number + 1 ? request : NULL;
}

/* The staging buffer of the request with this number, and of the answer with this number. */
static inline char *ishmemi_ring_staging(const ishmemi_ring_host_t *ring, uint64_t number)
{
    return ring->staging + (number & (ring->request.n_requests - 1)) * ISHMEMI_STAGING_BYTES;
}

static inline char *ishmemi_ring_answer_staging(const ishmemi_ring_host_t *ring, uint64_t number)
{
    return ring->answer_staging +
           ((number - 1) & (ring->request.n_answers - 1)) * ISHMEMI_STAGING_BYTES;
}

/* For any thread: how many requests there are of the kernels that have ended, and whether so many
 * have taken full effect. */
uint64_t ishmemi_ring_made(const ishmemi_ring_host_t *ring);
bool ishmemi_ring_drained(const ishmemi_ring_host_t *ring, uint64_t made);

/* Wakes the kernel that waits for the answer with this number. */
void ishmemi_ring_answer(ishmemi_ring_host_t *ring, uint64_t number, uint64_t value,
                         ishmemi_answer_status_t status);

/* After each look at the ring: publishes to kernels which requests have been read, and how many have taken
 * full effect.  While requests arrive, it publishes many at once, because a kernel that makes requests must
 * fetch each update. */
void ishmemi_ring_publish(ishmemi_ring_host_t *ring, uint64_t completed);

/* Stores the value before an AMO where the kernel wants it. */
void ishmemi_ring_store(const ishmemi_ring_host_t *ring, uint64_t address, uint64_t value,
                        size_t bytes);

#endif
