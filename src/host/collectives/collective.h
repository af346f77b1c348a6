/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Collectives for other parts of the host library, and the bodies of the API's.  routine: the
 * caller, for messages.
 */
#ifndef ISHMEMI_COLLECTIVE_H
#define ISHMEMI_COLLECTIVE_H

#include "call.h"
#include "host_team.h"
#include "shared/collective/task.h"
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

/* ---- Bodies of the API's collectives: 0 on success ------------------------------------------- */

int ishmemi_host_broadcast(const ishmemi_call_t *call, int root);
/* The same, but the root's dest does not change. */
int ishmemi_host_broadcast_others(const ishmemi_call_t *call, int root);
/* fcollect or alltoall. */
int ishmemi_host_gather(const ishmemi_call_t *call, ishmemi_collective_t collective);
int ishmemi_host_collect(const ishmemi_call_t *call);
/* Strides in elements. */
int ishmemi_host_alltoalls(const ishmemi_call_t *call, ptrdiff_t dst, ptrdiff_t sst);
/* reduce, reduce_scatter, inscan or exscan. */
int ishmemi_host_reduce(const ishmemi_call_t *call, ishmemi_collective_t collective,
                        ishmemi_kind_t kind, ishmemi_op_t op);

#endif
