/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Which PEs reach which by load and store, and the domains that follow from it: PEs that reach the
 * same PEs, themselves among them, so that all of a domain reach each other.  Known alike to all PEs.
 */
#ifndef ISHMEMI_TEAM_DOMAINS_H
#define ISHMEMI_TEAM_DOMAINS_H

#include "shared/team.h"

/* Collective, in start-up, when the heaps are mapped. */
void ishmemi_team_domains_open(void);
void ishmemi_team_domains_close(void);

/* The first PE of the world that is in the PE's domain. */
int ishmemi_team_domain_of(int pe);

/* Stores the seats of the n_pes members `pes` (numbers in the world) of a team, and returns how
 * many domains they are of. */
int ishmemi_team_domains_seat(const int *pes, int n_pes, ishmemi_team_seat_t *seats);

#endif
