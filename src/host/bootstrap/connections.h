/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Connections between the PEs of a job, besides those of the runtime.  Both ends of each have
 * proved that they belong to the job.
 */
#ifndef ISHMEMI_CONNECTIONS_H
#define ISHMEMI_CONNECTIONS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct ishmemi_connection {
    int pe;
    int socket; /* does not block */
} ishmemi_connection_t;

/* Collective.  purpose: a word that only this caller uses.  is_wanted: whether to connect to a PE;
 * both PEs must agree.  Stores this PE's connections, which the caller frees, and their number.  A
 * connection that cannot be made is missing at both ends; returns how many are. */
size_t ishmemi_connections_connect(const char *purpose, bool (*is_wanted)(int pe),
                                   ishmemi_connection_t **connections, size_t *count);

/* Whether this PE should connect to PE pe: to every other in jobs of up to 64 PEs, in larger ones
 * to those at distances that are powers of two. */
bool ishmemi_connections_reach(int pe);

/* Closes their sockets; also for a child by fork. */
void ishmemi_connections_close(const ishmemi_connection_t *connections, size_t count);

#endif
