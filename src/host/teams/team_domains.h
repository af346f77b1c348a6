/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Domains: the PEs that reach each other by load and store.  They are the hosts, because start-up
 * divides a host whose PEs do not all reach each other (part.h).
 */
#ifndef ISHMEMI_TEAM_DOMAINS_H
#define ISHMEMI_TEAM_DOMAINS_H

#include "shared/team.h"

/* The first PE of the world in this PE's domain. */
int ishmemi_team_domain_of(int pe);

/* Stores the seats of a team's n_pes members `pes` (numbers in the world), and returns how many
 * domains they form. */
int ishmemi_team_domains_seat(const int *pes, int n_pes, ishmemi_team_seat_t *seats);

#endif
