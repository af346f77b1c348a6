/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The routines as a table: what each is called and does, and how the host calls it or puts it on a
 * command list.
 */
#ifndef RANDOM_CALLER_H
#define RANDOM_CALLER_H

#include "ishmemx.h"
#include "routines.h"
#include <stdbool.h>

/* The kind of parameters, as in routine_lists.h. */
typedef enum kind {
    KIND_copy,
    KIND_strided,
    KIND_blocks,
    KIND_signal,
    KIND_read,
    KIND_change,
    KIND_value,
    KIND_cond,
    KIND_read_nbi,
    KIND_change_nbi,
    KIND_value_nbi,
    KIND_cond_nbi,
    KIND_one,
    KIND_set,
    KIND_some,
    KIND_set_vector,
    KIND_some_vector,
    KIND_gather,
    KIND_gather_strided,
    KIND_from_root,
    KIND_reduce,
    KIND_untyped
} kind_t;

typedef enum number {
    NUMBER_SIGNED,
    NUMBER_UNSIGNED,
    NUMBER_REAL,
    NUMBER_FLOAT16,
    NUMBER_BFLOAT16
} number_t;

/* Who calls. */
typedef enum call_mode { MODE_HOST = 1, MODE_KERNEL = 2, MODE_QUEUE = 4 } call_mode_t;

typedef struct routine {
    const char *name;   /* of the type or size, and routine: int_put, put64 */
    const char *action; /* the routine alone: put, atomic_fetch_add_nbi */
    kind_t kind;
    number_t number;
    size_t size;     /* of an element */
    unsigned module; /* MODULE_... */
    void (*host)(const command_t *command);
    int (*queue)(const command_t *command, ze_command_list_handle_t queue);
} routine_t;

extern const routine_t routines[NUMBER_COUNT];

/* MODE_... in which it can be called. */
unsigned routine_modes(unsigned number);
/* Whether the routine's action is this one. */
bool routine_is(const routine_t *routine, const char *action);
/* Whether the action starts so, or has this in it. */
bool routine_starts(const routine_t *routine, const char *start);
bool routine_has(const routine_t *routine, const char *part);

#endif
