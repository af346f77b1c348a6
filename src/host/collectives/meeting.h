/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Meetings: how the hosts of a team sync where only their tiles reach the heaps.  A kernel for a sync takes some ten
 * microseconds, a word of host memory a fraction of one.
 *
 * A member cannot know whether all others call from the host, too: one may sync by a kernel of its own, or by one on a
 * command list.  So a member waits only a short time for the others.  Then it hands the sync over, and the tiles of all
 * members carry it out.
 */
#ifndef ISHMEMI_MEETING_H
#define ISHMEMI_MEETING_H

#include "host_team.h"

/* Syncs a team whose members reach each other, by the hosts if all of them come, or by sync_by_tile; returns 0 or what
 * that returned. */
int ishmemi_meeting_sync(const char *routine, const ishmemi_host_team_t *team,
                         int (*sync_by_tile)(const char *routine, const ishmemi_host_team_t *team));

#endif
