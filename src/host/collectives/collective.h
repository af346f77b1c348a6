/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Collectives for other parts of the host library.  routine: the caller, for messages.
 */
#ifndef ISHMEMI_COLLECTIVE_H
#define ISHMEMI_COLLECTIVE_H

#include "host_team.h"
#include <stdbool.h>
#include <stddef.h>

/* The limit of ishmemi_team_exchange. */
#define ISHMEMI_EXCHANGE_BYTES 48

/* Sends bytes_each bytes of host memory to all members; all[i * bytes_each] is what member i has
 * sent.  0 on success. */
int ishmemi_team_exchange(const char *routine, const ishmemi_host_team_t *team, const void *mine,
                          void *all, size_t bytes_each);

/* Returns when every member has arrived.  0 on success. */
int ishmemi_host_team_sync(const char *routine, const ishmemi_host_team_t *team);
/* The same; this PE's operations are complete too. */
int ishmemi_host_team_barrier(const char *routine, const ishmemi_host_team_t *team);

#endif
