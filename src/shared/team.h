/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Teams as kernels see them: part of the device ABI (state.h).
 *
 * A handle is a slot in this PE's team table, and a generation, which distinguishes the teams that
 * have had that slot: slot + (generation << ISHMEMI_TEAM_SLOT_BITS).  The table has two levels
 * of 64-bit addresses in device memory, so that it grows without moving:
 * page[slot / ISHMEMI_TEAM_PAGE] is an array of ISHMEMI_TEAM_PAGE addresses of ishmemi_team_t, 0 for
 * none.
 *
 * A member's block is the memory in its heap with which the team's collectives synchronise and
 * exchange small data.  It is not a symmetric object: each member's block lies where that member
 * had room.  blocks[i] is where member i's block would be if it were symmetric: an address in this
 * PE's heap, which ishmemi_translate(ctx, blocks[i], pes[i]) translates to the address of the
 * block.
 *
 * If not all members reach each other, they form domains, one for each host.  If there are several
 * domains and one has more than one member, each member also has a team of its domain, `near`.  The
 * first member of each domain, its leader, also has a team of the leaders, in the domains' order.
 * These teams have no handles or numbers of their own, but they have their own blocks, after the
 * team's.
 */
#ifndef ISHMEM_TEAM_H
#define ISHMEM_TEAM_H

#include "state.h"

#define ISHMEMI_TEAM_SLOT_BITS 16
#define ISHMEMI_TEAM_PAGE 256
#define ISHMEMI_TEAM_PAGES 256

typedef struct ishmemi_team_table {
    uint64_t page[ISHMEMI_TEAM_PAGES];
} ishmemi_team_table_t;

/* flags: every member is reached by load and store. */
#define ISHMEMI_TEAM_REACHABLE 1u
/* flags: the members' blocks are small (team_block.h). */
#define ISHMEMI_TEAM_SMALL 2u

/* What the table of algorithms says of one collective on one team.  A kernel that searched the
 * table would wait for memory at each row. */
#define ISHMEMI_TEAM_WAYS 4
typedef struct ishmemi_team_ways {
    uint64_t most[ISHMEMI_TEAM_WAYS - 1]; /* bytes, ascending: way i is for more than most[i - 1] */
    uint8_t algorithm[ISHMEMI_TEAM_WAYS]; /* ishmemi_algorithm_t (collective/choice.h) */
    uint32_t known;                       /* 0: look into the table, which has more ways */
} ishmemi_team_ways_t;

/* Indexed by collective (collective/task.h). */
#define ISHMEMI_TEAM_COLLECTIVES 16

/* The host writes it before any kernel can know the handle.  It is constant until the team is
 * destroyed; then handle becomes ISHMEM_TEAM_INVALID. */
typedef struct ishmemi_team {
    /* The fields that a sync needs first lie together, so that a GPU reads them in one access, in
     * each call. */
    uint64_t
        first_flag; /* where this PE stores in round 0 of a sync; 0: alone, or not all reach each other */
    uint64_t block; /* blocks[my_pe], that is, an address of this PE */
    int32_t my_pe;  /* this PE's number in the team */
    int32_t n_pes;
    int32_t handle;
    uint32_t flags;
    uint64_t pes;         /* int32_t[n_pes]: members' numbers in the world */
    uint64_t numbers;     /* int32_t[world's n_pes]: PEs' numbers in the team, or -1 */
    uint64_t blocks;      /* uint64_t[n_pes] */
    int32_t num_contexts; /* from its configuration */
    int32_t largest;      /* members of the largest domain; 0: there are no domains */
    uint64_t delta;       /* int64_t[n_pes]: members' deltas, also those of the team's contexts */
    uint64_t near;        /* ishmemi_team_t of this PE's domain; 0: there are no domains */
    uint64_t leaders;     /* ishmemi_team_t of the leaders; 0: not a leader */
    uint64_t seats;       /* ishmemi_team_seat_t[n_pes] where there are domains */
    uint64_t domains;     /* how many, or 0 */
    /* The most bytes of a member that travel in words (team_block.h), or 0. */
    uint16_t words[ISHMEMI_TEAM_COLLECTIVES];
    /* The algorithms for more bytes. */
    ishmemi_team_ways_t ways[ISHMEMI_TEAM_COLLECTIVES];
} ishmemi_team_t;

/* A member's domain, numbered in the order of their first members, and its number in that. */
typedef struct ishmemi_team_seat {
    int32_t domain;
    int32_t number;
} ishmemi_team_seat_t;

#endif
