/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A caller of the conformance cases that puts each operation on a command list and waits for it: an
 * immediate list, or a regular one that is recorded and executed for it.
 */
#ifndef QUEUE_CALLER_H
#define QUEUE_CALLER_H

#include "ishmemx.h"
#include <stddef.h>
#include <stdint.h>

typedef enum queue_mode { QUEUE_IMMEDIATE, QUEUE_RECORDED, QUEUE_MODES } queue_mode_t;

extern const char *const queue_mode_names[QUEUE_MODES];

/* A list and what it needs.  `immediate` and `recorded` say how to wait for it. */
typedef struct queue {
    queue_mode_t mode;
    ze_command_list_handle_t list;
    ze_command_queue_handle_t executor; /* of a regular list */
    ze_event_pool_handle_t pool;
    ze_event_handle_t done;
} queue_t;

/* A list for this PE's tile, in the context `context`, or the library's if it is NULL. */
void queue_create(queue_mode_t mode, ze_context_handle_t context, queue_t *queue);
/* A regular list whose commands a driver may take in any order. */
void queue_create_relaxed(queue_t *queue);
void queue_destroy(queue_t *queue);

/* Closes a recorded list. */
void queue_close(const queue_t *queue);
/* Starts a closed recorded list; an immediate one has started. */
void queue_start(const queue_t *queue);
/* Waits for the event `done`, which the list's last operation signals, and resets it. */
void queue_wait(const queue_t *queue);
/* A recorded list is open and empty again. */
void queue_reset(const queue_t *queue);

/* The call's own list; each test program has one at a time. */
extern queue_t queue_own;
/* The four arguments that end a call. */
#define QUEUE_OWN queue_own.list, queue_own.done, 0, NULL
/* What a call has returned: 0; runs what it has put on the own list to its end. */
void queue_run(int result, const char *routine);
#define QUEUE_RUN(ROUTINE, ...) queue_run(ROUTINE(__VA_ARGS__, QUEUE_OWN), #ROUTINE)
#define QUEUE_RUN_ALONE(ROUTINE) queue_run(ROUTINE(QUEUE_OWN), #ROUTINE)

/* Of a table's `count` rows of `row` bytes those that this run tries: all, or, where the environment
 * has TEST_EVERY, every so many-th.  Moves them to the front and returns how many they are. */
size_t queue_some_rows(void *table, size_t count, size_t row);
#define QUEUE_SOME(TABLE) \
    queue_some_rows(TABLE, sizeof(TABLE) / sizeof((TABLE)[0]), sizeof((TABLE)[0]))

/* A result that kernels store and the host reads. */
extern uint64_t *queue_result;

/* Joins the job and makes the own list, by the program's argument: `immediate` or `recorded`. */
queue_mode_t queue_test_start(int argc, char **argv);
/* The program's exit status. */
int queue_test_finish(void);

#endif
