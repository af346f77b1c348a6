/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Memory in which the hosts of near PEs sync (host/collectives/meeting.h) where they do not reach the heaps.
 *
 * Each PE has as much of it as of memory for teams' blocks, so a team's word is where its first member's block is
 * there.  Pages without such a word take no memory.
 */
#ifndef ISHMEMI_MEETING_MEMORY_H
#define ISHMEMI_MEETING_MEMORY_H

/* Collective, when it is known which PEs are near and which heaps the host reaches.  Fills ishmemi_job.meetings, on
 * all PEs or on none: if something prevents it, it is not an error, and the tiles sync instead. */
void ishmemi_meeting_memory_open(void);
void ishmemi_meeting_memory_close(void);

#endif
