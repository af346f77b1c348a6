/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Teams as the host library knows them.
 */
#ifndef ISHMEMI_HOST_TEAM_H
#define ISHMEMI_HOST_TEAM_H

#include "ishmem/team.h"
#include "ishmem/types.h"

/* The host's view of a team. */
typedef struct ishmemi_host_team {
    ishmemi_team_t team;         /* pes, numbers and blocks are arrays in host memory */
    uint64_t device;             /* its ishmemi_team_t in device memory */
} ishmemi_host_team_t;

/* Team WORLD, between its opening and its closing. */
extern ishmemi_host_team_t ishmemi_team_world;

/* The team of a handle, or NULL. */
const ishmemi_host_team_t *ishmemi_host_team_of(ishmem_team_t team);

/* Collective.  Makes team WORLD and the team table; 0, or -1 having said why. */
int ishmemi_team_world_open(void);
void ishmemi_team_world_close(void);

#endif
