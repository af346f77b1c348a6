/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Looks up the algorithm of a collective (choice.h).
 */
#ifndef ISHMEM_COLLECTIVE_CHOOSE_H
#define ISHMEM_COLLECTIVE_CHOOSE_H

#include "choice.h"
#include "members.h"

/* Searches the table itself, for a team whose ways do not hold all of the answer.  What goes in words
 * is asked before (ishmemi_fits_words). */
ISHMEMI_BODY ishmemi_algorithm_t ishmemi_choose_row(ishmemi_caller_t caller,
                                                    ishmemi_team_ref_t team,
                                                    ishmemi_collective_t collective, size_t bytes)
{
    const uint64_t table = ishmemi_caller_choices(caller);
    ISHMEMI_GLOBAL const ishmemi_choices_t *choices =
        (ISHMEMI_GLOBAL const ishmemi_choices_t *)table;
    const uint32_t path = (team->flags & ISHMEMI_TEAM_REACHABLE) != 0 ? choices->reachable_path
                          : team->near != 0                           ? ISHMEMI_PATH_HOSTS
                                                                      : ISHMEMI_PATH_PUSH;
    ISHMEMI_GLOBAL const ishmemi_choice_t *row = &choices->rows[choices->first[collective]];
    while ((row->paths & path) == 0 || (uint64_t)team->n_pes > row->most_members ||
           bytes > row->most_bytes || row->algorithm == ISHMEMI_ALGORITHM_WORDS ||
           (row->algorithm == ISHMEMI_ALGORITHM_SLICES &&
            !ishmemi_team_has_slices((uint64_t)team->n_pes, team->flags))) {
        row++;
    }
    return (ishmemi_algorithm_t)row->algorithm;
}

ISHMEMI_INLINE ishmemi_algorithm_t ishmemi_choose(ishmemi_caller_t caller, ishmemi_team_ref_t team,
                                                  ishmemi_collective_t collective, size_t bytes)
{
    ISHMEMI_GLOBAL const ishmemi_team_ways_t *ways = &team->ways[collective];
    if (ISHMEMI_UNLIKELY(!ways->known)) {
        return ishmemi_choose_row(caller, team, collective, bytes);
    }
    int way = 0;
    for (int i = 0; i + 1 < ISHMEMI_TEAM_WAYS; i++) {
        way += bytes > ways->most[i];
    }
    return (ishmemi_algorithm_t)ways->algorithm[way];
}

/* Whether the collective goes by the team's domains. */
ISHMEMI_INLINE int ishmemi_goes_by_hosts(ishmemi_caller_t caller, ishmemi_team_ref_t team,
                                         ishmemi_collective_t collective, size_t bytes)
{
    return ISHMEMI_UNLIKELY(team->near != 0) &&
           ishmemi_choose(caller, team, collective, bytes) == ISHMEMI_ALGORITHM_HOSTS;
}

#endif
