/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Connections: connections between the PEs of a job, beside those of the runtime.  Both ends of each have
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

/* Collective.  purpose: a word of the caller's own.  is_wanted: whether there is to be a connection to a
 * PE; the same for both PEs.  Stores the connections of this PE, to be freed by the caller, and their
 * number.  A connection that cannot be made is not among them, at either end; returns how many those are. */
size_t ishmemi_connections_connect(const char *purpose, bool (*is_wanted)(int pe),
                                   ishmemi_connection_t **connections, size_t *count);

/* Whether PE pe is one of those to which a PE of a large job has connections: to every other in jobs of
 * up to 64 PEs, in larger ones to those at distances that are powers of two. */
bool ishmemi_connections_reach(int pe);

/* Their sockets; for a child by fork, too. */
void ishmemi_connections_close(const ishmemi_connection_t *connections, size_t count);

#endif
