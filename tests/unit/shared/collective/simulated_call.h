/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A collective of the model, carried out by the library's own bodies on the running PE: by a
 * work-item, if it has but one lane or the lane is alone, or by all of its lanes as a work-group.
 */
#ifndef SIMULATED_CALL_H
#define SIMULATED_CALL_H

#include "collective_model.h"
#include "simulated_team.h"

/* Fills the table that the library has when nobody changes it, for PEs of this host. */
void simulated_default_choices(void *choices);
/* Fills a table that has the given algorithm (ishmemi_algorithm_t) for everything, if by_hosts
 * within the groups of a team that has some. */
void simulated_choices(uint32_t algorithm, bool by_hosts, void *choices);
size_t simulated_choices_bytes(void);
/* The same for what a member reads in its team instead: words and, if it has them, ways, which are those of the
 * running PE's table. */
void simulated_tell(uint32_t algorithm, bool tells_ways, ishmemi_team_t *team);
/* The n-th algorithm that the collective has besides the ones before, modulo their number; whether
 * it reads other PEs' heaps. */
uint32_t simulated_algorithm(collective_id_t id, uint64_t n, bool *loads);

/* Whether the members make the call with this number, as ISHMEM_CHECKS=2 compares before each; not 0: they do
 * not. */
int simulated_match(const ishmemi_team_t *team, int call);
int simulated_sync(const ishmemi_team_t *team);
int simulated_barrier(const ishmemi_team_t *team);
/* dest and source: offsets in the heap.  What the body returns. */
int simulated_call(const collective_model_t *model, const ishmemi_team_t *team, size_t dest,
                   size_t source);

#endif
