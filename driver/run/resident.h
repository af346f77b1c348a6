/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The groups of a launch that a thread has begun, and which of them goes on.
 *
 * A round goes once over all resident groups.  Passing the last item of a group leads to the next
 * resident group in turn, so that no group starves another.  At the end of a round in which nothing
 * moved (every item polls or waits for those that poll), the thread takes a further group of the
 * launch if there is one, because the pollers may wait for exactly that one, and else gives way.
 */
#ifndef ZED_RUN_RESIDENT_H
#define ZED_RUN_RESIDENT_H

#include "run/run.h"

/* Takes a group that nobody has begun; NULL if there is none or no memory for one. */
zed_group_record_t *zed_resident_take(struct zed_run *run);

/* The next item to run when `*record` has none after the one that stopped or ended.  False: the
 * launch is given up. */
bool zed_resident_in_round(struct zed_run *run, zed_group_record_t **record, uint32_t *index);

/* After the last item of a group, which is dropped: the next resident group, or a further one.
 * False: there is nothing left to do. */
bool zed_resident_next(struct zed_run *run, zed_group_record_t **record, uint32_t *index);

/* Drops every resident group of a launch that is given up, wherever its items stand. */
void zed_resident_abandon(struct zed_run *run);

#endif
