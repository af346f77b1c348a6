/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A double of a transport: the peers' heaps are memory of this process.  What it may do by its
 * contract (src/runtime/transport.h) it does: operations take effect in any order between two fences,
 * starts are refused, a long put or get takes many turns, a source is read as late as it may be.
 */
#ifndef LOOPBACK_H
#define LOOPBACK_H

#include "runtime/transport.h"

typedef struct loopback_settings {
    int n_pes;
    char **heaps; /* [n_pes] */
    size_t heap_bytes;
    unsigned refuse;     /* one start in so many is refused; 0: none */
    unsigned delay_us;   /* the longest of its random delays; 0: none */
    uint64_t fail_after; /* starts; then it says that the link is broken; 0: never */
    void (*fatal)(const char *format, ...) __attribute__((format(printf, 1, 2), __noreturn__));
} loopback_settings_t;

/* Nothing must be under way. */
const ishmemi_transport_t *loopback_open(const loopback_settings_t *settings);

/* From now on nothing of at least so many bytes moves. */
void loopback_hold(size_t bytes);
#define LOOPBACK_HOLD_NOTHING SIZE_MAX

/* How many operations were under way at a time, at most. */
size_t loopback_most(void);

/* How many runs were started. */
uint64_t loopback_runs(void);

#endif
