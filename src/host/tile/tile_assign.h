/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Which PE of a host gets which tile, with the same result in every process.
 */
#ifndef ISHMEMI_TILE_ASSIGN_H
#define ISHMEMI_TILE_ASSIGN_H

#include <stdint.h>

#define ISHMEMI_TILE_UNSEEN UINT32_MAX

/* distance[pe * tiles + tile] is ISHMEMI_TILE_UNSEEN if the process does not see the tile; every process sees at
 * least one.  Fills tile_of[pes], with as few PEs per tile as possible, nearest tiles first.
 * Returns how many PEs the fullest tile has; negative if host memory is exhausted. */
int ishmemi_tile_assign(int pes, int tiles, const uint32_t *distance, int *tile_of);

#endif
