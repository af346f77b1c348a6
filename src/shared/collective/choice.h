/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Which algorithm a collective uses: the first row of the collective's part of the table that fits.
 * All members must come to the same answer, so it depends only on what they have in common: the
 * collective, the team's size, how its members reach each other, and the bytes.  A collect always
 * counts as 0 bytes, because its members may give different amounts.  On each path, a collective's
 * last row fits everything.
 */
#ifndef ISHMEM_COLLECTIVE_CHOICE_H
#define ISHMEM_COLLECTIVE_CHOICE_H

#include "task.h"

typedef enum ishmemi_algorithm {
    /* Broadcasts. */
    ISHMEMI_ALGORITHM_FLAT,  /* the root pushes to all */
    ISHMEMI_ALGORITHM_TREE,  /* binomial */
    ISHMEMI_ALGORITHM_CHAIN, /* each pushes to the next, chunk by chunk */
    ISHMEMI_ALGORITHM_PULL,  /* all read from the root */
    /* All others.  oneshot: all members send to all through their blocks, chunk by chunk if
     * necessary. */
    ISHMEMI_ALGORITHM_ONESHOT,
    ISHMEMI_ALGORITHM_DIRECT,   /* pushes into dest between two syncs; a collect: its large data */
    ISHMEMI_ALGORITHM_DOUBLING, /* recursive doubling, chunk by chunk */
    ISHMEMI_ALGORITHM_PARTS,    /* each member reads its part of all sources */
    ISHMEMI_ALGORITHM_STAGED,   /* each member gets its part of all sources from the others */
    ISHMEMI_ALGORITHM_WORDS,    /* all members send little to all, in words without a flag */
    ISHMEMI_ALGORITHM_SLICES,   /* pushes or combines slices in dest (slices.h) */
    /* Other rows of the table, among the members of each host and among the hosts' leaders. */
    ISHMEMI_ALGORITHM_HOSTS,
    ISHMEMI_ALGORITHMS
} ishmemi_algorithm_t;

/* How members reach each other.  A row is for one or several paths. */
#define ISHMEMI_PATH_LOAD 1u  /* loads cost what stores cost: the devices are processors */
#define ISHMEMI_PATH_STORE 2u /* loads are possible, but expensive */
#define ISHMEMI_PATH_PUSH 4u  /* some members are far: data is pushed */
#define ISHMEMI_PATH_HOSTS 8u /* the same, and the team has domains (../team.h) */
#define ISHMEMI_PATHS_REACHABLE (ISHMEMI_PATH_LOAD | ISHMEMI_PATH_STORE)
#define ISHMEMI_PATHS_ALL (ISHMEMI_PATHS_REACHABLE | ISHMEMI_PATH_PUSH | ISHMEMI_PATH_HOSTS)

#define ISHMEMI_CHOICE_MEMBERS 0x7fffffffu
#define ISHMEMI_CHOICE_BYTES 0xffffffffffffffffUL

typedef struct ishmemi_choice {
    uint32_t algorithm; /* ishmemi_algorithm_t */
    uint32_t paths;     /* ISHMEMI_PATH_...: the row fits each of them */
    uint64_t most_members;
    uint64_t most_bytes; /* what one PE sends to another, or reduces */
} ishmemi_choice_t;

#define ISHMEMI_CHOICES 512
typedef struct ishmemi_choices {
    uint32_t reachable_path; /* the path of teams whose members all reach each other */
    uint32_t first[ISHMEMI_COLLECTIVES];
    ishmemi_choice_t rows[ISHMEMI_CHOICES];
} ishmemi_choices_t;

#endif
