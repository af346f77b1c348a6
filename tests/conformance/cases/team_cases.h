/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Teams that are made in every way, and what they must be by the rules: a list of PEs of the world.
 * Who calls looks at each by the means that it tests.
 */
#ifndef TEAM_CASES_H
#define TEAM_CASES_H

#include "ishmemx.h"

#define TEAM_MOST 64 /* PEs of a test */

/* PEs of the world, in the team's order. */
typedef struct team_list {
    int n_pes;
    int pes[TEAM_MOST];
} team_list_t;

/* Called on all PEs of the world for each team, when all have made it; on those that are no members
 * the team is ISHMEM_TEAM_INVALID. */
typedef void (*team_look_t)(ishmem_team_t team, const team_list_t *expected);

/* This PE's number in the list, or -1. */
int team_list_me(const team_list_t *list);

void team_cases_predefined(team_look_t look);
/* All starts, strides from -2 to 3 and sizes, of the world. */
void team_cases_strided(team_look_t look);
/* Splits of splits of splits, of parents in any order, `count` times. */
void team_cases_nested(team_look_t look, int count);
void team_cases_2d(team_look_t look);
/* Lists in any order, `count` times. */
void team_cases_listed(team_look_t look, int count);
/* What describes no team: no PE gets one. */
void team_cases_refused(void);

#endif
