/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Collectives that the host does not carry out itself: what it asks of the tile or of a queue.
 */
#ifndef ISHMEMI_ASK_H
#define ISHMEMI_ASK_H

#include "call.h"
#include "host_team.h"
#include "shared/collective/task.h"
#include <stdbool.h>

/* Whether the host itself carries the call out; else it asks the tile or the queue. */
bool ishmemi_call_is_direct(const ishmemi_call_t *call);
int ishmemi_call_ask(const ishmemi_call_t *call, const ishmemi_host_team_t *team,
                     const ishmemi_task_t *request);

#endif
