/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The teams of this PE as the report of a stall sees them: who belongs to each, and how many
 * collective calls this PE has begun on it.
 */
#ifndef ISHMEMI_TEAM_CALLS_H
#define ISHMEMI_TEAM_CALLS_H

#include "shared/team.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Of the first PEs of a job; the report does not list others. */
#define ISHMEMI_TEAM_CALLS_PES 256

typedef struct ishmemi_team_calls {
    uint64_t id;     /* the same on all members, and of no other team that exists */
    uint64_t device; /* the kernels' ishmemi_team_t */
    uint64_t calls;  /* kept: the address of the block's counter; listed: its value */
    uint64_t members[ISHMEMI_TEAM_CALLS_PES / 64]; /* bit pe: PE pe is one */
    int32_t handle;
    int32_t n_pes;
} ishmemi_team_calls_t;

/* A number that the team has on all members, and no other team that exists. */
uint64_t ishmemi_team_calls_id(const ishmemi_team_t *team);

/* team: of this host, complete; device: the kernels' struct of it. */
void ishmemi_team_calls_add(const ishmemi_team_t *team, uint64_t device);
void ishmemi_team_calls_remove(uint64_t device);

/* Stores the oldest teams that exist, `most` of them at most, and returns how many. */
size_t ishmemi_team_calls_list(ishmemi_team_calls_t *list, size_t most);

static inline bool ishmemi_team_calls_has(const ishmemi_team_calls_t *team, int pe)
{
    return pe < ISHMEMI_TEAM_CALLS_PES && (team->members[pe / 64] >> (pe % 64) & 1) != 0;
}

#endif
