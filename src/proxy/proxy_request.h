/* SPDX-License-Identifier: BSD-3-Clause */
/* The arguments that start the proxy. */
#ifndef ISHMEMI_PROXY_REQUEST_H
#define ISHMEMI_PROXY_REQUEST_H

#include "idle.h"
#include "ring.h"
#include "runtime/transport.h"

#define ISHMEMI_PROXY_CPU_ANY (-1)

/* Reports a completed operation of a kernel.  Times are ishmemi_ticks; `began` is when the request
 * was taken.  Called by any thread that takes the proxy's steps. */
typedef void (*ishmemi_proxy_observer_fn)(const char *operation, int pe, uint64_t bytes,
                                          uint64_t began, uint64_t ended);

typedef struct ishmemi_proxy_request {
    const ishmemi_transport_t *transport;
    ishmemi_ring_host_t *ring; /* NULL if kernels reach every PE */
    ishmemi_wakeups_t wakeups; /* from PEs that need service; take NULL: none */
    bool driven;               /* no thread; ishmemi_proxy_step takes its steps */
    int n_pes;
    size_t heap_bytes; /* of each PE, with the teams' memory after the heap */
    int cpu;           /* processor to run on, or ISHMEMI_PROXY_CPU_ANY */
    void (*log_error)(const char *format, ...) __attribute__((format(printf, 1, 2)));
    /* Address of a pointer to the function that reports operations; there are no reports while that
     * pointer is NULL.  It may change at any time: relaxed. */
    const ishmemi_proxy_observer_fn *observer;
    /* Logs the error and ends the job; does not return. */
    void (*fatal)(const char *format, ...) __attribute__((format(printf, 1, 2)));
} ishmemi_proxy_request_t;

#endif
