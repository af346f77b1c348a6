/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Which algorithm a collective uses: the first row of its part of the table that fits.  All members
 * must come to the same answer, so that it depends on what they have in common: the collective, the
 * team's size and how its members reach each other, and the bytes; of a collect, whose members need
 * not have the same, 0 bytes.
 */
#ifndef ISHMEM_COLLECTIVE_CHOICE_H
#define ISHMEM_COLLECTIVE_CHOICE_H

#include "task.h"

typedef enum ishmemi_algorithm {
    /* Broadcasts. */
    ISHMEMI_ALGORITHM_FLAT,      /* the root pushes to all */
    ISHMEMI_ALGORITHM_TREE,      /* binomial */
    ISHMEMI_ALGORITHM_CHAIN,     /* each pushes to the next, chunk by chunk */
    ISHMEMI_ALGORITHM_PULL,      /* all read from the root */
    /* All others.  oneshot: all send all to all through their blocks, if need be chunk by chunk. */
    ISHMEMI_ALGORITHM_ONESHOT,
    ISHMEMI_ALGORITHM_DIRECT,    /* pushes into dest, between two syncs; a collect what is large */
    ISHMEMI_ALGORITHM_DOUBLING,  /* recursive doubling, chunk by chunk */
    ISHMEMI_ALGORITHM_PARTS,     /* each member reads its part of all sources */
    ISHMEMI_ALGORITHM_STAGED,    /* each member is sent its part of all sources */
    /* By other rows of the table among the members of each host and among the hosts' leaders. */
    ISHMEMI_ALGORITHM_HOSTS,
    ISHMEMI_ALGORITHMS
} ishmemi_algorithm_t;

/* How members reach each other; a row is for one or several. */
#define ISHMEMI_PATH_LOAD 1u     /* loads cost what stores cost: the devices are processors */
#define ISHMEMI_PATH_STORE 2u    /* loads are possible, but dear */
#define ISHMEMI_PATH_PUSH 4u     /* some only through others */
#define ISHMEMI_PATH_HOSTS 8u    /* the same, and the team has groups (../team.h) */
#define ISHMEMI_PATHS_REACHABLE (ISHMEMI_PATH_LOAD | ISHMEMI_PATH_STORE)
#define ISHMEMI_PATHS_ALL (ISHMEMI_PATHS_REACHABLE | ISHMEMI_PATH_PUSH | ISHMEMI_PATH_HOSTS)

#define ISHMEMI_CHOICE_MEMBERS 0x7fffffffu
#define ISHMEMI_CHOICE_BYTES 0xffffffffffffffffUL

typedef struct ishmemi_choice {
    uint32_t algorithm;          /* ishmemi_algorithm_t */
    uint32_t paths;              /* any of these */
    uint64_t most_members;
    uint64_t most_bytes;         /* that one PE sends to another, or reduces */
} ishmemi_choice_t;

#define ISHMEMI_CHOICES 128
typedef struct ishmemi_choices {
    uint32_t reachable_path;     /* of teams whose members all reach each other */
    uint32_t first[ISHMEMI_COLLECTIVES];
    ishmemi_choice_t rows[ISHMEMI_CHOICES];
} ishmemi_choices_t;

/* The table as it is unless the user changes it: X(COLLECTIVE, ALGORITHM, paths, members, bytes).
 * The last row of a collective is for all. */
#define ISHMEMI_CHOICES_DEFAULT(X)                                                                 \
    X(BROADCAST, HOSTS, ISHMEMI_PATH_HOSTS, ISHMEMI_CHOICE_MEMBERS, ISHMEMI_CHOICE_BYTES)          \
    X(BROADCAST, FLAT, ISHMEMI_PATH_LOAD, 4, 16384)                                                \
    X(BROADCAST, TREE, ISHMEMI_PATH_LOAD, ISHMEMI_CHOICE_MEMBERS, 16384)                           \
    X(BROADCAST, PULL, ISHMEMI_PATH_LOAD, ISHMEMI_CHOICE_MEMBERS, ISHMEMI_CHOICE_BYTES)            \
    X(BROADCAST, FLAT, ISHMEMI_PATHS_ALL, 4, 65536)                                                \
    X(BROADCAST, TREE, ISHMEMI_PATHS_ALL, ISHMEMI_CHOICE_MEMBERS, 65536)                           \
    X(BROADCAST, CHAIN, ISHMEMI_PATHS_ALL, ISHMEMI_CHOICE_MEMBERS, ISHMEMI_CHOICE_BYTES)           \
    X(COLLECT, HOSTS, ISHMEMI_PATH_HOSTS, ISHMEMI_CHOICE_MEMBERS, ISHMEMI_CHOICE_BYTES)            \
    X(COLLECT, DIRECT, ISHMEMI_PATHS_ALL, ISHMEMI_CHOICE_MEMBERS, ISHMEMI_CHOICE_BYTES)            \
    X(FCOLLECT, HOSTS, ISHMEMI_PATH_HOSTS, ISHMEMI_CHOICE_MEMBERS, ISHMEMI_CHOICE_BYTES)           \
    X(FCOLLECT, ONESHOT, ISHMEMI_PATHS_ALL, ISHMEMI_CHOICE_MEMBERS, 2048)                          \
    X(FCOLLECT, DIRECT, ISHMEMI_PATHS_ALL, ISHMEMI_CHOICE_MEMBERS, ISHMEMI_CHOICE_BYTES)           \
    X(ALLTOALL, HOSTS, ISHMEMI_PATH_HOSTS, ISHMEMI_CHOICE_MEMBERS, 1024)                           \
    X(ALLTOALL, ONESHOT, ISHMEMI_PATHS_ALL, ISHMEMI_CHOICE_MEMBERS, 2048)                          \
    X(ALLTOALL, DIRECT, ISHMEMI_PATHS_ALL, ISHMEMI_CHOICE_MEMBERS, ISHMEMI_CHOICE_BYTES)           \
    X(ALLTOALLS, HOSTS, ISHMEMI_PATH_HOSTS, ISHMEMI_CHOICE_MEMBERS, 8192)                          \
    X(ALLTOALLS, DIRECT, ISHMEMI_PATHS_ALL, ISHMEMI_CHOICE_MEMBERS, ISHMEMI_CHOICE_BYTES)          \
    X(REDUCE, HOSTS, ISHMEMI_PATH_HOSTS, ISHMEMI_CHOICE_MEMBERS, ISHMEMI_CHOICE_BYTES)             \
    X(REDUCE, ONESHOT, ISHMEMI_PATHS_ALL, 8, 1024)                                                 \
    X(REDUCE, PARTS, ISHMEMI_PATH_LOAD, 8, ISHMEMI_CHOICE_BYTES)                                   \
    X(REDUCE, ONESHOT, ISHMEMI_PATHS_ALL, 8, 4096)                                                 \
    X(REDUCE, DOUBLING, ISHMEMI_PATHS_ALL, ISHMEMI_CHOICE_MEMBERS, 8192)                           \
    X(REDUCE, PARTS, ISHMEMI_PATHS_REACHABLE, ISHMEMI_CHOICE_MEMBERS, ISHMEMI_CHOICE_BYTES)        \
    X(REDUCE, STAGED, ISHMEMI_PATHS_ALL, ISHMEMI_CHOICE_MEMBERS, ISHMEMI_CHOICE_BYTES)             \
    X(REDUCE_SCATTER, HOSTS, ISHMEMI_PATH_HOSTS, ISHMEMI_CHOICE_MEMBERS, ISHMEMI_CHOICE_BYTES)     \
    X(REDUCE_SCATTER, ONESHOT, ISHMEMI_PATHS_ALL, ISHMEMI_CHOICE_MEMBERS, 1024)                    \
    X(REDUCE_SCATTER, PARTS, ISHMEMI_PATHS_REACHABLE, ISHMEMI_CHOICE_MEMBERS,                      \
      ISHMEMI_CHOICE_BYTES)                                                                        \
    X(REDUCE_SCATTER, ONESHOT, ISHMEMI_PATHS_ALL, ISHMEMI_CHOICE_MEMBERS, ISHMEMI_CHOICE_BYTES)    \
    X(INSCAN, HOSTS, ISHMEMI_PATH_HOSTS, ISHMEMI_CHOICE_MEMBERS, ISHMEMI_CHOICE_BYTES)             \
    X(INSCAN, ONESHOT, ISHMEMI_PATHS_ALL, ISHMEMI_CHOICE_MEMBERS, 2048)                            \
    X(INSCAN, PARTS, ISHMEMI_PATHS_REACHABLE, ISHMEMI_CHOICE_MEMBERS, ISHMEMI_CHOICE_BYTES)        \
    X(INSCAN, ONESHOT, ISHMEMI_PATHS_ALL, ISHMEMI_CHOICE_MEMBERS, ISHMEMI_CHOICE_BYTES)            \
    X(EXSCAN, HOSTS, ISHMEMI_PATH_HOSTS, ISHMEMI_CHOICE_MEMBERS, ISHMEMI_CHOICE_BYTES)             \
    X(EXSCAN, ONESHOT, ISHMEMI_PATHS_ALL, ISHMEMI_CHOICE_MEMBERS, 2048)                            \
    X(EXSCAN, PARTS, ISHMEMI_PATHS_REACHABLE, ISHMEMI_CHOICE_MEMBERS, ISHMEMI_CHOICE_BYTES)        \
    X(EXSCAN, ONESHOT, ISHMEMI_PATHS_ALL, ISHMEMI_CHOICE_MEMBERS, ISHMEMI_CHOICE_BYTES)

#endif
