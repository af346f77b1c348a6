/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Which of the tile's queue groups is for which purpose.  Needs ishmemi_job.device.
 */
#ifndef ISHMEMI_TILE_QUEUES_H
#define ISHMEMI_TILE_QUEUES_H

#include <stdbool.h>
#include <stdint.h>

typedef struct ishmemi_tile_queues {
    uint32_t group; /* the group's ordinal */
    uint32_t count; /* at least 1 */
} ishmemi_tile_queues_t;

/* The first group that runs kernels; it also copies.  false, after an error message, if the tile
 * has none. */
bool ishmemi_tile_queues_find(ishmemi_tile_queues_t *queues);

/* A group whose copies no kernel delays, if the tile has one; else one that runs kernels. */
uint32_t ishmemi_tile_queues_beside_kernels(void);

#endif
