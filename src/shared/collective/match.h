/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Whether the members of a team make the same call (ISHMEM_CHECKS=2): they compare their signatures
 * (../team_block.h) in an exchange with the pattern of a dissemination barrier, before the
 * collective moves anything.  A member compares with those 1, 2, 4, ... before it.  Each of these
 * has compared with others before, so a member that finds no difference knows that all make its
 * call.  A member that finds another call does not go on, so nobody gets past it.
 */
#ifndef ISHMEM_COLLECTIVE_MATCH_H
#define ISHMEM_COLLECTIVE_MATCH_H

#include "members.h"
#include "signature.h"

/* This PE's own signature, in its block. */
ISHMEMI_INLINE ishmemi_signature_ref_t ishmemi_team_signature(ishmemi_team_ref_t team)
{
    return (ishmemi_signature_ref_t)(team->block + ishmemi_team_signature_offset(
                                                       (uint64_t)team->n_pes, team->flags));
}

/* Fills in the rest of this PE's signature, which has its arguments and its routine already.
 * Returns the signature's number. */
ISHMEMI_INLINE uint64_t ishmemi_complete_signature(ishmemi_team_ref_t team)
{
    const ishmemi_team_block_ref_t block = ishmemi_team_block(team);
    const ishmemi_signature_ref_t mine = ishmemi_team_signature(team);
    mine->number = ++block->match_number;
    mine->call = ishmemi_hash_call(mine->routine);
    mine->pe = ishmemi_team_pe(team, team->my_pe);
    return mine->number;
}

#define ISHMEMI_MATCH_ABORTED (~(uint64_t)0)

/* By one lane, which has filled in the arguments and the routine of this PE's signature.  0: the
 * members make the same call; ISHMEMI_MATCH_ABORTED: the job is being aborted; else the address of
 * a signature that differs. */
ISHMEMI_INLINE uint64_t ishmemi_team_match(ishmemi_caller_t caller, ishmemi_team_ref_t team)
{
    const ishmemi_signature_ref_t mine = ishmemi_team_signature(team);
    const uint64_t number = ishmemi_complete_signature(team);
    uint64_t round = 0;
    for (int64_t distance = 1; distance < team->n_pes; distance *= 2) {
        const uint64_t offset =
            ishmemi_team_signature_of((uint64_t)team->n_pes, team->flags, number, round);
        const int to = ishmemi_team_next(team, (int)distance);
        ishmemi_team_push_flag(caller, ISHMEMI_WORK_ITEM, team, to,
                               ishmemi_team_block_of(team, to) + offset + sizeof mine->number,
                               (const char *)&mine->call, sizeof *mine - sizeof mine->number,
                               offset, number);
        if (ishmemi_team_wait(caller, team, offset, number) != 0) {
            return ISHMEMI_MATCH_ABORTED;
        }
        const uint64_t theirs = team->block + offset;
        if (!ishmemi_signatures_match(mine, (ishmemi_signature_ref_t)theirs)) {
            return theirs;
        }
        round++;
    }
    return 0;
}

#endif
