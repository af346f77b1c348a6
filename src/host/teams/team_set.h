/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Active sets: the PEs start, start + stride and so on, which call a collective without having made a
 * team.  The library makes a team of a set when its PEs call for it the first time, and keeps it until
 * the job ends.
 */
#ifndef ISHMEMI_TEAM_SET_H
#define ISHMEMI_TEAM_SET_H

#include "host_team.h"
#include "team_list.h"

/* The team of a set of which this PE is one, and which is not the world; all its PEs call.  The stride is a
 * power of two.  Ends the job if there is no memory for the team. */
ishmemi_host_team_t *ishmemi_team_of_set(const char *routine, const ishmemi_triplet_t *set);

/* Forgets the sets; the teams end with all others. */
void ishmemi_team_sets_close(void);

#endif
