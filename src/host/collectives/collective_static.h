/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Collectives on static objects of the program in a job whose heaps only the tile can load and
 * store.  The tile reaches no static objects, so the host carries these calls out itself.
 */
#ifndef ISHMEMI_COLLECTIVE_STATIC_H
#define ISHMEMI_COLLECTIVE_STATIC_H

#include "host_team.h"
#include "shared/collective/task.h"
#include <stdbool.h>

/* Whether a call is for this file: the same on all members. */
bool ishmemi_collective_is_static(const ishmemi_task_t *task);

/* 0, or not. */
int ishmemi_collective_static(const char *routine, const ishmemi_host_team_t *team,
                              const ishmemi_task_t *task);

#endif
