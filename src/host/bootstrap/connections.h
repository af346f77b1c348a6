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
 * connection that cannot be made is missing at both ends; returns how many are.  *are_complete:
 * whether none is missing in the whole job. */
size_t ishmemi_connections_connect(const char *purpose, bool (*is_wanted)(int pe),
                                   ishmemi_connection_t **connections, size_t *count,
                                   bool *are_complete);

/* Whether this PE should connect to PE pe (overlay.h). */
bool ishmemi_connections_reach(int pe);

/* Returns the connection that leads to PE pe or closest to it; NULL if none leads closer than this
 * PE is. */
const ishmemi_connection_t *ishmemi_connections_towards(const ishmemi_connection_t *connections,
                                                        size_t count, int pe);

/* Closes their sockets; also for a child by fork. */
void ishmemi_connections_close(const ishmemi_connection_t *connections, size_t count);

#endif
