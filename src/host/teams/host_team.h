/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A member's host-side view of a team, and how teams are made and ended.
 */
#ifndef ISHMEMI_HOST_TEAM_H
#define ISHMEMI_HOST_TEAM_H

#include "team_table.h"

/* Constant from its publication to its end. */
typedef struct ishmemi_host_team {
    ishmemi_team_t team;    /* pes, numbers, blocks and delta are the arrays below */
    uint64_t device;        /* address of the kernels' ishmemi_team_t, in the arena */
    ishmemi_team_t kernels; /* its contents */
    bool reaches_all;       /* this PE reaches all members by load and store */
    bool is_small;          /* so are its blocks (shared/team_block.h) */
    size_t large_bytes;     /* of memory, if they are large */
    int n_near;             /* members of its domain; 0: the team has no domains */
    int n_leaders;
    bool leads;
    bool is_world;                              /* member i is PE i of the world, for all */
    const struct ishmemi_host_team *numbers_of; /* whose numbers it uses; NULL: its own */
    char *arrays;                               /* behind this struct, or the kernels' */
} ishmemi_host_team_t;

static inline const int32_t *ishmemi_team_pes(const ishmemi_host_team_t *team)
{
    return (const int32_t *)(uintptr_t)team->team.pes;
}

static inline const int32_t *ishmemi_team_numbers(const ishmemi_host_team_t *team)
{
    return (const int32_t *)(uintptr_t)team->team.numbers;
}

/* Whether kernels of its two members store each other's flags. */
static inline bool ishmemi_team_is_pair(const ishmemi_host_team_t *team)
{
    return team->team.n_pes == 2 && team->kernels.first_flag != 0;
}

/* The word of the team's meetings (host/collectives/meeting.h), or NULL. */
uint64_t *ishmemi_team_meeting(const ishmemi_host_team_t *team);

/* The PE's number in the world, or -1 if the team has no such PE. */
static inline int ishmemi_team_world_pe(const ishmemi_host_team_t *team, int pe)
{
    return (unsigned)pe < (unsigned)team->team.n_pes ? ishmemi_team_pes(team)[pe] : -1;
}

/*
 * A team is made in two steps, because its members must know the positions of each other's blocks.
 * prepare allocates this PE's memory for a team of the PEs pes[n_pes] (numbers in the world), in
 * which this one is number my_pe, and zeroes its block.  When all members have done so, complete
 * makes it a team with the data that they have exchanged: blocks[i] is the distance in bytes of
 * member i's block from the start of its heap; flags is what ishmemi_team_join_flags makes of the
 * flags that all members offer.  So the blocks are small if one member has no room for a large one;
 * then complete gives back what this PE's is larger.  abandon frees everything.  like: a team that
 * ends later, or NULL; if it has the same members, the new one uses its table of numbers.
 */
ishmemi_team_result_t ishmemi_team_prepare(const int *pes, int n_pes, int my_pe, int num_contexts,
                                           const ishmemi_host_team_t *like,
                                           ishmemi_host_team_t **team);
uint64_t ishmemi_team_block_offset(const ishmemi_host_team_t *team);
uint32_t ishmemi_team_offer(const ishmemi_host_team_t *team);
void ishmemi_team_complete(ishmemi_host_team_t *team, const uint64_t *blocks, uint32_t flags);
void ishmemi_team_abandon(ishmemi_host_team_t *team);

/* The flags of a team of two members that offer a and b. */
static inline uint32_t ishmemi_team_join_flags(uint32_t a, uint32_t b)
{
    return (a & b & ISHMEMI_TEAM_REACHABLE) | ((a | b) & ISHMEMI_TEAM_SMALL);
}

/* How many bytes of this PE's arena such a team takes at least. */
size_t ishmemi_team_bytes(const int *pes, int n_pes, int my_pe);

/* Ends a team that is no longer in use. */
void ishmemi_team_remove(ishmemi_host_team_t *team);
/* The same if the arena is also freed. */
void ishmemi_team_forget(ishmemi_host_team_t *team);

/* Team WORLD, while the library is initialised. */
extern ishmemi_host_team_t *ishmemi_team_world;

#endif
