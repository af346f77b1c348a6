/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Which PEs reach which by load and store, and the groups that follow from it: PEs that reach the
 * same PEs, themselves among them, so that all of a group reach each other.  Known alike to all PEs.
 */
#ifndef ISHMEMI_TEAM_GROUPS_H
#define ISHMEMI_TEAM_GROUPS_H

#include "shared/team.h"

/* Collective, in start-up, when the heaps are mapped. */
void ishmemi_team_groups_open(void);
void ishmemi_team_groups_close(void);

/* The first PE of the world that is in the PE's group. */
int ishmemi_team_group_of(int pe);

/* Stores the seats of the n_pes members `pes` (numbers in the world) of a team, and returns how
 * many groups they are of. */
int ishmemi_team_groups_seat(const int *pes, int n_pes, ishmemi_team_seat_t *seats);

#endif
