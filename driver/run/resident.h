/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The groups of a launch that a thread has started, and which of them continues.
 *
 * A round visits every resident group once.  After the last item of a group comes the next resident
 * group, so that no group starves another.  A round in which nothing moved is one in which every
 * item polls or waits for items that poll.  After such a round, the thread starts another group of
 * the launch if there is one, because the polling items may wait for exactly that group; otherwise
 * it yields.
 */
#ifndef ZED_RUN_RESIDENT_H
#define ZED_RUN_RESIDENT_H

#include "run/run.h"

/* Starts a group that no thread has started; NULL if there is none or no memory for one. */
zed_group_record_t *zed_resident_take(struct zed_run *run);

/* The next item to run if `*record` has none after the one that stopped or ended.  false: the
 * launch is abandoned. */
bool zed_resident_in_round(struct zed_run *run, zed_group_record_t **record, uint32_t *index);

/* After the last item of a group, which is dropped: the next resident group, or another one.
 * false: nothing is left to do. */
bool zed_resident_next(struct zed_run *run, zed_group_record_t **record, uint32_t *index);

/* Drops every resident group of an abandoned launch, wherever its items are. */
void zed_resident_abandon(struct zed_run *run);

#endif
