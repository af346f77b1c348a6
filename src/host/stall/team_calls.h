/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * This PE's teams, for the report of a stall: the members of each, and how many collective calls
 * this PE has begun on it.
 */
#ifndef ISHMEMI_TEAM_CALLS_H
#define ISHMEMI_TEAM_CALLS_H

#include "shared/team.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Of the first PEs of a job; the report lists no others. */
#define ISHMEMI_TEAM_CALLS_PES 256

typedef struct ishmemi_team_calls {
    uint64_t id;     /* the same on all members, unique among existing teams */
    uint64_t device; /* the kernels' ishmemi_team_t */
    uint64_t calls;  /* stored: the address of the block's counter; listed: its value */
    uint64_t members[ISHMEMI_TEAM_CALLS_PES / 64]; /* bit pe: PE pe is a member */
    int32_t handle;
    int32_t n_pes;
} ishmemi_team_calls_t;

/* A number that is the same on all members and unique among existing teams. */
uint64_t ishmemi_team_calls_id(const ishmemi_team_t *team);

/* team: this host's struct, complete; device: the kernels' struct. */
void ishmemi_team_calls_add(const ishmemi_team_t *team, uint64_t device);
void ishmemi_team_calls_remove(uint64_t device);

/* Stores the oldest existing teams, at most `most`, and returns how many. */
size_t ishmemi_team_calls_list(ishmemi_team_calls_t *list, size_t most);

static inline bool ishmemi_team_calls_has(const ishmemi_team_calls_t *team, int pe)
{
    return pe < ISHMEMI_TEAM_CALLS_PES && (team->members[pe / 64] >> (pe % 64) & 1) != 0;
}

#endif
