/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Which PE of a host gets which tile: the same answer in every process.
 */
#ifndef ISHMEMI_TILE_ASSIGN_H
#define ISHMEMI_TILE_ASSIGN_H

#include <stdint.h>

#define ISHMEMI_TILE_UNSEEN UINT32_MAX

/* distance[pe * tiles + tile] is UNSEEN where the process does not see the tile; every process
 * sees one at least.  Fills tile_of[pes], with as few PEs on a tile as can be, the nearest tiles
 * first.  Returns how many PEs the fullest tile has. */
int ishmemi_tile_assign(int pes, int tiles, const uint32_t *distance, int *tile_of);

#endif
