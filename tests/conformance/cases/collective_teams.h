/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The teams that collectives are tried on: every size with strides from -2 to 3, splits of splits
 * of splits, halves of a grid, and members in arbitrary order.
 */
#ifndef COLLECTIVE_TEAMS_H
#define COLLECTIVE_TEAMS_H

#include "ishmem.h"

#define COLLECTIVE_MAX_PES 16

typedef struct collective_team {
    ishmem_team_t handle; /* ISHMEM_TEAM_INVALID where this PE is no member */
    int n;
    int me;                          /* this PE's number in it; -1 where it is no member */
    int members[COLLECTIVE_MAX_PES]; /* numbers in the world */
    char name[64];
} collective_team_t;

/* Collective: the same teams in the same order on all PEs. */
void teams_open(void);
void teams_close(void);

extern collective_team_t *teams;
extern int team_count;

/* The team of `size` members from the `start`th of the parent on, `stride` apart; collective over
 * the parent.  On the parent's other members, and on PEs that are none, handle is invalid. */
collective_team_t team_split(const collective_team_t *parent, int start, int stride, int size);
/* The team of the `size` members of the world that `pes` names; collective over the world. */
collective_team_t team_of(const int *pes, int size);
/* Collective over the team; nothing on other PEs. */
void team_destroy(collective_team_t *team);

#endif
