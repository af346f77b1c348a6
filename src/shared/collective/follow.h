/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The last part of a collective by hosts: the other members of a domain get what its leader has in
 * dest.  They all fetch it at the same time.
 */
#ifndef ISHMEM_COLLECTIVE_FOLLOW_H
#define ISHMEM_COLLECTIVE_FOLLOW_H

#include "sync.h"

/* All members of the domain must know that the leader's data is complete. */
ISHMEMI_INLINE int ishmemi_team_fetch(ishmemi_caller_t caller, ishmemi_group_t group,
                                      ishmemi_team_ref_t team, uint64_t dest, size_t bytes)
{
    const ishmemi_team_ref_t near = ishmemi_team_near(team);
    if (near->n_pes == 1) {
        return 0;
    }
    if (near->my_pe != 0) {
        const uint64_t leaders = ishmemi_team_translate(caller, near, 0, dest);
        ishmemi_copy(caller, (char *)(ISHMEMI_GLOBAL char *)dest,
                     (const char *)(ISHMEMI_GLOBAL const char *)leaders, bytes,
                     ishmemi_group_lane(group), ishmemi_group_lanes(group));
    }
    return ishmemi_part_sync(caller, group, near);
}

/* Before the first sync, the other members may still use their own dest for the previous part. */
ISHMEMI_INLINE int ishmemi_team_follow(ishmemi_caller_t caller, ishmemi_group_t group,
                                       ishmemi_team_ref_t team, uint64_t dest, size_t bytes)
{
    const ishmemi_team_ref_t near = ishmemi_team_near(team);
    if (near->n_pes > 1 && ishmemi_part_sync(caller, group, near) != 0) {
        return -1;
    }
    return ishmemi_team_fetch(caller, group, team, dest, bytes);
}

#endif
