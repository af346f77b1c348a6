/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Extensions of OpenSHMEM.  Those of libishmem have their own names: include ishmemx.h for them.
 */
#ifndef SHMEMX_H
#define SHMEMX_H

#include "shmem.h"
#include <limits.h>

/* What no team has as its number. */
#define SHMEMI_NO_TEAM INT_MIN

/* The same team for the routines of libishmem, on the host and in kernels.  A pointer that is no
 * team gives a number that is no team. */
static inline ishmem_team_t shmemx_team_to_ishmem(shmem_team_t team)
{
    return (uintptr_t)team <= (uintptr_t)INT_MAX + 1 ? (ishmem_team_t)((int64_t)(uintptr_t)team - 1)
                                                     : SHMEMI_NO_TEAM;
}

/* The team of libishmem for the routines of OpenSHMEM. */
static inline shmem_team_t shmemx_team_from_ishmem(ishmem_team_t team)
{
    return team < 0 ? SHMEM_TEAM_INVALID : (shmem_team_t)((uintptr_t)team + 1);
}

#endif
