/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Small programs with command lists, wrong and right ones (case.h), and what they need of Level Zero.
 */
#ifndef RACES_QUEUE_H
#define RACES_QUEUE_H

#include "case.h"

/* Two immediate lists, a regular one that is open, a queue for it, and unsignalled events.
 * The last event is synchronize's. */
extern ze_command_list_handle_t list, other_list, recorded;
extern ze_command_queue_handle_t queue;
extern ze_event_handle_t event[4];

void require(bool holds, const char *what);
#define ZE(call) require((call) == ZE_RESULT_SUCCESS, #call)
#define DO(call) require((call) == 0, #call)

void run_kernel(ze_command_list_handle_t on, const char *name, memory_t *m,
                ze_event_handle_t signal, ze_event_handle_t *wait);

/* The end of a routine's arguments. */
#define ON(LIST) (LIST), NULL, 0, NULL
#define SIGNALS(LIST, EVENT) (LIST), (EVENT), 0, NULL
#define WAITS(LIST, EVENT) (LIST), NULL, 1, &(EVENT)

/* Returns when all that was appended to the immediate list has ended. */
void synchronize(ze_command_list_handle_t on);

extern const races_case_t wrong_queue_cases[];
extern const races_case_t right_queue_cases[];

#endif
