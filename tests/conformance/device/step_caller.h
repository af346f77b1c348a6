/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Rows of the collectives of collective_few.h, made by kernels (collective_steps.cl).
 */
#ifndef STEP_CALLER_H
#define STEP_CALLER_H

#include "collective_cases.h"
#include "collective_step.h"
#include "launch.h"

#define STEP_CALLER_STEPS 400 /* of a group at most */

typedef struct step_caller {
    ze_kernel_handle_t kernel;
    collective_step_t *steps; /* shared with the device, as are begin and failed */
    int32_t *begin;
    int32_t *failed;
    uint64_t chance;
    uint32_t launches; /* kernels that share out a row of calls, 32 at most */
} step_caller_t;

/* For so many groups at a time. */
step_caller_t step_caller_open(size_t groups);
void step_caller_close(step_caller_t *state);

collective_step_t step_caller_step(step_caller_t *state, const collective_call_t *call);
/* For a collective_caller_t: the calls of one work-group, in one kernel or several. */
int step_caller_run(const collective_caller_t *self, const collective_call_t *calls, int count);
/* Syncs and barriers of `teams` (collective_teams.h) in one kernel; one check. */
void step_caller_sync(int64_t rounds);

#endif
