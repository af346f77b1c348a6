/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Which PEs reach which others by load and store, and the resulting domains: PEs of a domain reach
 * the same PEs, including themselves, so all PEs of a domain reach each other.  All PEs have the
 * same table.
 */
#ifndef ISHMEMI_TEAM_DOMAINS_H
#define ISHMEMI_TEAM_DOMAINS_H

#include "shared/team.h"

/* Collective, in start-up, when the heaps are mapped. */
void ishmemi_team_domains_open(void);
void ishmemi_team_domains_close(void);

/* The first PE of the world in this PE's domain. */
int ishmemi_team_domain_of(int pe);

/* Stores the seats of a team's n_pes members `pes` (numbers in the world), and returns how many
 * domains they form. */
int ishmemi_team_domains_seat(const int *pes, int n_pes, ishmemi_team_seat_t *seats);

#endif
