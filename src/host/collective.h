/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Collectives that other parts of the host library call.  routine: who calls, for the sentence if
 * the job ends meanwhile.
 */
#ifndef ISHMEMI_COLLECTIVE_H
#define ISHMEMI_COLLECTIVE_H

#include "team.h"
#include <stddef.h>

/* The most that ishmemi_team_exchange takes. */
#define ISHMEMI_EXCHANGE_BYTES 48

/* Sends bytes_each bytes of host memory to all members; all[i * bytes_each] is what member i has
 * sent.  0, or not. */
int ishmemi_team_exchange(const char *routine, const ishmemi_host_team_t *team, const void *mine,
                          void *all, size_t bytes_each);

/* Returns when every member has arrived.  0, or not. */
int ishmemi_host_team_sync(const char *routine, const ishmemi_host_team_t *team);

#endif
