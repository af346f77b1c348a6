/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What random_races.c has of the collectives.
 */
#ifndef RACES_RANDOM_RACES_H
#define RACES_RANDOM_RACES_H

#include "random_command.h"
#include <ishmem.h>
#include <ishmemx.h>
#include <stdbool.h>

typedef struct routine {
    const char *name;
    const char *family; /* without the type */
    size_t size;
    int (*call)(const command_t *command);
    /* On the list: returns when it has ended. */
    int (*queue)(const command_t *command, ze_command_list_handle_t list);
} routine_t;

extern const routine_t routines[NUMBER_COUNT];

#endif
