/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Teams of simulated PEs, as the host library makes them for real ones.
 */
#ifndef SIMULATED_TEAM_H
#define SIMULATED_TEAM_H

#include "shared/team_block.h"
#include <stddef.h>

typedef struct simulated_team {
    int n;
    uint32_t sizes;        /* ISHMEMI_TEAM_SMALL, or 0: large blocks */
    int *members;          /* PEs */
    int *numbers;          /* of all PEs: in the team, or -1 */
    ishmemi_team_t *views; /* each member's own */
    uint64_t *blocks;      /* each member's row of n addresses */
    /* Where members on several hosts form groups; each member's own, or row of n. */
    ishmemi_team_seat_t *seats; /* the same for all */
    ishmemi_team_t *near_views;
    ishmemi_team_t *leader_views;
    uint64_t *near_blocks;
    uint64_t *leader_blocks;
    int *near_pes;
    int *leader_pes;
} simulated_team_t;

/* What a member's blocks take at most. */
size_t simulated_team_bytes(int n);
/* The blocks lie `offset` from the start of each heap; PEs of one host reach each other. */
simulated_team_t simulated_team_make(const int *members, int n, int n_pes, size_t offset,
                                     uint32_t sizes);
/* As if the team had exchanged words so often that the halves of their numbers come again, and words of then
 * were still there. */
void simulated_team_age(const simulated_team_t *team);
void simulated_team_free(simulated_team_t *team);

#endif
