/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Two members of a team make different collective calls: reports this and ends the job.
 */
#ifndef ISHMEMI_MISMATCH_H
#define ISHMEMI_MISMATCH_H

#include "shared/team_block.h"
#include <stdbool.h>
#include <stdnoreturn.h>

/* team: the handle, or ISHMEM_TEAM_INVALID; in_kernel: this PE's call. */
noreturn void ishmemi_mismatch_end(int team, const ishmemi_signature_t *mine,
                                   const ishmemi_signature_t *theirs, bool in_kernel);

#endif
