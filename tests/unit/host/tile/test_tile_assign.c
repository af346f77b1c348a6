/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Assignment of tiles: nearest first, nobody shares without need, masks are respected.
 */
#include "tile_assign.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define U ISHMEMI_TILE_UNSEEN

static void require(const char *what, int pes, int tiles, const uint32_t *distance, int fullest,
                    const int *expected)
{
    int tile_of[8];
    const int result = ishmemi_tile_assign(pes, tiles, distance, tile_of);
    if (result != fullest || memcmp(tile_of, expected, (size_t)pes * sizeof *expected) != 0) {
        fprintf(stderr, "%s: fullest %d instead of %d; tiles", what, result, fullest);
        for (int pe = 0; pe < pes; pe++) {
            fprintf(stderr, " %d", tile_of[pe]);
        }
        fprintf(stderr, "\n");
        exit(1);
    }
}

int main(void)
{
    require("equal distances: in order", 3, 4, (uint32_t[]){0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, 1,
            (int[]){0, 1, 2});
    require("each takes the near one", 2, 2, (uint32_t[]){2, 0, 0, 2}, 1, (int[]){1, 0});
    require("two want the same one", 2, 2, (uint32_t[]){0, 2, 0, 2}, 1, (int[]){0, 1});
    require("round robin", 5, 2, (uint32_t[]){0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, 3,
            (int[]){0, 1, 0, 1, 0});
    require("one tile each, by mask", 2, 2, (uint32_t[]){U, 0, 0, U}, 1, (int[]){1, 0});
    require("who sees one tile goes first", 2, 2, (uint32_t[]){0, 1, 0, U}, 1, (int[]){1, 0});
    require("one tile for all", 3, 1, (uint32_t[]){0, 0, 0}, 3, (int[]){0, 0, 0});
    return 0;
}
