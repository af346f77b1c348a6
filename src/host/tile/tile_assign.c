/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Assigns tiles to the PEs of a host by repeatedly taking the best remaining pair.
 */
#include "tile_assign.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

typedef struct pair {
    int load;   /* PEs that have the tile so far */
    int choice; /* tiles that the PE sees: a PE that sees few comes first */
    uint32_t distance;
    int pe;
    int tile;
} pair_t;

static bool is_better(const pair_t *a, const pair_t *b)
{
    if (a->load != b->load) {
        return a->load < b->load;
    }
    if (a->choice != b->choice) {
        return a->choice < b->choice;
    }
    if (a->distance != b->distance) {
        return a->distance < b->distance;
    }
    return a->pe != b->pe ? a->pe < b->pe : a->tile < b->tile;
}

static int count_seen(int tiles, const uint32_t *distance)
{
    int seen = 0;
    for (int tile = 0; tile < tiles; tile++) {
        seen += distance[tile] != ISHMEMI_TILE_UNSEEN;
    }
    return seen;
}

int ishmemi_tile_assign(int pes, int tiles, const uint32_t *distance, int *tile_of)
{
    int *const load = calloc((size_t)tiles, sizeof *load);
    int *const choice = calloc((size_t)pes, sizeof *choice);
    int fullest = -1;
    if (!load || !choice) {
        goto out;
    }
    for (int pe = 0; pe < pes; pe++) {
        tile_of[pe] = -1;
        choice[pe] = count_seen(tiles, distance + (size_t)pe * (size_t)tiles);
    }
    for (int assigned = 0; assigned < pes; assigned++) {
        pair_t best = {.load = pes + 1};
        for (int pe = 0; pe < pes; pe++) {
            for (int tile = 0; tile_of[pe] < 0 && tile < tiles; tile++) {
                const pair_t pair = {load[tile], choice[pe],
                                     distance[(size_t)pe * (size_t)tiles + (size_t)tile], pe, tile};
                if (pair.distance != ISHMEMI_TILE_UNSEEN && is_better(&pair, &best)) {
                    best = pair;
                }
            }
        }
        tile_of[best.pe] = best.tile;
        load[best.tile]++;
        if (load[best.tile] > fullest) {
            fullest = load[best.tile];
        }
    }
out:
    free(load);
    free(choice);
    return fullest;
}
