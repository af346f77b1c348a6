/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Active sets: the PEs start, start + stride and so on, which call a collective without making a
 * team.  The library makes a team of a set when its PEs first call with it, and keeps the team
 * until the job ends.
 */
#ifndef ISHMEMI_TEAM_SET_H
#define ISHMEMI_TEAM_SET_H

#include "host_team.h"
#include "team_list.h"

/* The team of a set that contains this PE and is not the world.  Collective over the set.  The
 * stride is a power of two.  Ends the job if there is no memory for the team. */
ishmemi_host_team_t *ishmemi_team_of_set(const char *routine, const ishmemi_triplet_t *set);

/* Forgets the sets; their teams end with all others. */
void ishmemi_team_sets_close(void);

#endif
