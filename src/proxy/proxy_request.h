/* SPDX-License-Identifier: BSD-3-Clause */
/* What whoever starts the proxy gives it. */
#ifndef ISHMEMI_PROXY_REQUEST_H
#define ISHMEMI_PROXY_REQUEST_H

#include "idle.h"
#include "ring.h"
#include "runtime/transport.h"

#define ISHMEMI_PROXY_CPU_ANY (-1)

/* An operation that a kernel has asked for is complete; times by ishmemi_ticks, from when the request was
 * taken.  Any thread that takes the proxy's steps calls it. */
typedef void (*ishmemi_proxy_told_fn)(const char *operation, int pe, uint64_t bytes, uint64_t began,
                                      uint64_t ended);

typedef struct ishmemi_proxy_request {
    const ishmemi_transport_t *transport;
    ishmemi_ring_host_t *ring; /* NULL where kernels reach every PE */
    ishmemi_letters_t letters; /* of PEs that want to be served; take NULL: none come */
    bool driven;               /* there is no thread: ishmemi_proxy_step takes its steps */
    int n_pes;
    size_t heap_bytes; /* of each PE, with what lies after the heap for teams */
    int cpu;           /* the processor to run on, or ISHMEMI_PROXY_CPU_ANY */
    void (*log_error)(const char *format, ...) __attribute__((format(printf, 1, 2)));
    /* The address of the pointer to the function that is called for operations; if that pointer is NULL,
     * none is.  It may change at any time: relaxed. */
    const ishmemi_proxy_told_fn *told;
    /* Says it and ends the job; does not return. */
    void (*fatal)(const char *format, ...) __attribute__((format(printf, 1, 2)));
} ishmemi_proxy_request_t;

#endif
