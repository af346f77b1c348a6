/* SPDX-License-Identifier: BSD-3-Clause */
/* An access to memory, and two accesses that race. */
#ifndef ISHMEMI_RACES_ACCESS_H
#define ISHMEMI_RACES_ACCESS_H

#include "clocks.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum ishmemi_access_kind {
    ISHMEMI_READS,
    ISHMEMI_WRITES,
    ISHMEMI_READS_ATOMICALLY,
    ISHMEMI_WRITES_ATOMICALLY
} ishmemi_access_kind_t;

typedef struct ishmemi_race_side {
    int agent;
    uint32_t site;
    ishmemi_access_kind_t kind;
    ishmemi_part_t part;
} ishmemi_race_side_t;

typedef struct ishmemi_race {
    int pe; /* the owner of the memory, by its number on this machine */
    uint64_t place;
    const void *memory; /* instead, if the memory is not symmetric */
    size_t bytes;       /* that both access; in symmetric memory, within one unit of 8 */
    ishmemi_race_side_t now;
    ishmemi_race_side_t before;
    bool knows_sender; /* ishmemi_clock_knows_sender of `before` */
} ishmemi_race_t;

typedef struct ishmemi_shadow_access {
    uint32_t site;
    ishmemi_access_kind_t kind;
    ishmemi_part_t part;
    bool sends;    /* a fence orders it */
    bool is_alike; /* see ishmemi_race_call_t */
} ishmemi_shadow_access_t;

/* The races of one call that have not been reported yet. */
#define ISHMEMI_RACES_FOUND 4
typedef struct ishmemi_races_found {
    int count;
    ishmemi_race_t races[ISHMEMI_RACES_FOUND];
} ishmemi_races_found_t;

#endif
