/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Whether the members of a team make the same call: with ISHMEM_CHECKS=2, hosts compare before a
 * collective (shared/collective/match.h).  On a command list, the kernel compares.
 */
#ifndef ISHMEMI_MATCH_H
#define ISHMEMI_MATCH_H

#include "call.h"
#include "check.h"
#include "env.h"

/* What a call has in addition to ishmemi_call_t.  Arguments that a routine does not have are 0. */
typedef struct ishmemi_call_rest {
    int root;
    ptrdiff_t dst;
    ptrdiff_t sst;
    bool own_counts; /* members may have different counts */
} ishmemi_call_rest_t;

/* Returns if all members make the same call; otherwise ends the job. */
void ishmemi_match_members(const ishmemi_call_t *call, const ishmemi_host_team_t *team,
                           ishmemi_call_rest_t rest) ISHMEMI_COLD;

static inline void ishmemi_match_call(const ishmemi_call_t *call, const ishmemi_host_team_t *team,
                                      ishmemi_call_rest_t rest)
{
    if (__builtin_expect(ishmemi_checks >= ISHMEMI_CHECKS_KERNELS, 0) && !call->queue) {
        ishmemi_match_members(call, team, rest);
    }
}

/* For a routine without arrays. */
static inline void ishmemi_match_routine(const char *routine, const ishmemi_host_team_t *team)
{
    if (__builtin_expect(ishmemi_checks >= ISHMEMI_CHECKS_KERNELS, 0)) {
        ishmemi_match_members(&(const ishmemi_call_t){.routine = routine}, team,
                              (ishmemi_call_rest_t){0});
    }
}

#endif
