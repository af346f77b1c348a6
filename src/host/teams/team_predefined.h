/* SPDX-License-Identifier: BSD-3-Clause */
/* The predefined teams. */
#ifndef ISHMEMI_TEAM_PREDEFINED_H
#define ISHMEMI_TEAM_PREDEFINED_H

/* Collective, in start-up: makes the predefined teams and fills ishmemi_job.teams.  0, or -1 after
 * an error message. */
int ishmemi_team_open(void);
/* Ends all teams. */
void ishmemi_team_close(void);

#endif
