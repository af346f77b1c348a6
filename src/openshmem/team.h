/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A team of OpenSHMEM, which is a pointer, as a team of libishmem, which is a number.
 */
#ifndef OPENSHMEM_TEAM_H
#define OPENSHMEM_TEAM_H

#include "host/api/openshmem.h"
#include "ishmem/openshmem/shmemx.h"

/* A pointer that is no team stays one that is no team, and a message shows it. */
static inline ishmem_team_t openshmem_team(shmem_team_t team)
{
    const ishmem_team_t found = shmemx_team_to_ishmem(team);
    if (__builtin_expect(found == SHMEMI_NO_TEAM, 0)) {
        ishmemi_openshmem.note_foreign_team(team);
    }
    return found;
}

#endif
