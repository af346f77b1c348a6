/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Collectives that the host does not run itself: its requests to the tile or to a queue.
 */
#ifndef ISHMEMI_ASK_H
#define ISHMEMI_ASK_H

#include "call.h"
#include "host_team.h"
#include "shared/collective/task.h"
#include <stdbool.h>

/* Whether the host runs the call itself; otherwise the tile or the queue does. */
bool ishmemi_call_is_direct(const ishmemi_call_t *call);
int ishmemi_call_ask(const ishmemi_call_t *call, const ishmemi_host_team_t *team,
                     const ishmemi_task_t *request);

#endif
