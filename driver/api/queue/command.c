/* SPDX-License-Identifier: BSD-3-Clause */
/* Allocation of command records. */
#include "command.h"

#include "util/align.h"

#include <stdlib.h>

zed_command_t *zed_command_take(zed_command_pool_t *pool)
{
    zed_command_t *command = pool->free;
    if (command) {
        pool->free = command->next;
        return command;
    }
    command = aligned_alloc(ZED_PAYLOAD_ALIGNMENT, sizeof *command);
    if (command) {
        command->payload = command->inline_payload;
        command->capacity = sizeof command->inline_payload;
        command->clock = NULL;
        command->remembered = NULL;
    }
    return command;
}

void zed_command_give(zed_command_pool_t *pool, zed_command_t *command)
{
    if (command->remembered) {
        free(command->remembered);
        command->remembered = NULL;
    }
    command->next = pool->free;
    pool->free = command;
}

void zed_command_pool_release(zed_command_pool_t *pool)
{
    while (pool->free) {
        zed_command_t *command = pool->free;
        pool->free = command->next;
        if (command->payload != command->inline_payload) {
            free(command->payload);
        }
        free(command->clock);
        free(command);
    }
}

bool zed_command_reserve(zed_command_t *command, size_t bytes)
{
    if (bytes <= command->capacity) {
        return true;
    }
    const size_t capacity = ishmemi_align_up(bytes, ZED_PAYLOAD_ALIGNMENT);
    unsigned char *payload = aligned_alloc(ZED_PAYLOAD_ALIGNMENT, capacity);
    if (!payload) {
        return false;
    }
    if (command->payload != command->inline_payload) {
        free(command->payload);
    }
    command->payload = payload;
    command->capacity = capacity;
    return true;
}
