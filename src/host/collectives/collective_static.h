/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Collectives in their simplest form, for two cases: static objects of the program, in a job in
 * which only the tile can load and store heaps, because the tile reaches no static objects; and
 * reductions of types that kernels do not have, in any job.
 */
#ifndef ISHMEMI_COLLECTIVE_STATIC_H
#define ISHMEMI_COLLECTIVE_STATIC_H

#include "host_team.h"
#include "shared/collective/task.h"
#include <stdbool.h>

/* Whether the call's objects require this file; the same on all members. */
bool ishmemi_collective_is_static(const ishmemi_task_t *task);

/* 0 on success. */
int ishmemi_collective_static(const char *routine, const ishmemi_host_team_t *team,
                              const ishmemi_task_t *task);

#endif
