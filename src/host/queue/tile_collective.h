/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Collectives that the tile runs for the host.
 */
#ifndef ISHMEMI_TILE_COLLECTIVE_H
#define ISHMEMI_TILE_COLLECTIVE_H

#include "host_team.h"
#include "shared/collective/task.h"
#include "shared/state.h"

/* Returns when the collective has ended: 0 if it succeeded. */
int ishmemi_tile_collective(const char *routine, const ishmemi_task_t *request);
int ishmemi_tile_sync(const char *routine, const ishmemi_host_team_t *team);

/* Host memory that the tile loads and stores; ends the job if there is none.  zeMemFree frees
 * it. */
void *ishmemi_tile_allocate_shared(const char *routine, size_t bytes);

#endif
