/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Exchange of small data: every member sends to all others, and has what all have sent to it when
 * it returns (team_block.h).
 */
#ifndef ISHMEM_COLLECTIVE_EXCHANGE_H
#define ISHMEM_COLLECTIVE_EXCHANGE_H

#include "team.h"

/* From here on all lanes copy each member's data, below each lane that of members of its own. */
#define ISHMEMI_EXCHANGE_SHARED_BYTES 512

/* What came: member m's data, but for this PE's own, is at data + m * stride. */
typedef struct ishmemi_exchanged {
    uint64_t data;
    uint64_t stride;
    uint64_t own;                /* where this PE's is */
    int my_pe;
    int failed;                  /* the job is being aborted */
} ishmemi_exchanged_t;

ISHMEMI_INLINE const char *ishmemi_exchanged_of(const ishmemi_exchanged_t *exchanged, int member)
{
    const uint64_t address = member == exchanged->my_pe
                                 ? exchanged->own
                                 : exchanged->data + (uint64_t)member * exchanged->stride;
    return (const char *)(ISHMEMI_GLOBAL const char *)address;
}

/* The word that came before member m's data, where words are sent; not this PE's own. */
ISHMEMI_INLINE uint64_t ishmemi_exchanged_word(const ishmemi_exchanged_t *exchanged, int member)
{
    return *(ISHMEMI_GLOBAL const uint64_t *)(exchanged->data +
                                              (uint64_t)member * exchanged->stride);
}

/* The most that one exchange takes. */
ISHMEMI_INLINE size_t ishmemi_exchange_most(ishmemi_team_ref_t team)
{
    return ishmemi_team_slot_bytes((uint64_t)team->n_pes) - sizeof(uint64_t);
}

/* The extent of a source that has as much as is asked for. */
#define ISHMEMI_EXCHANGE_ALL (~(size_t)0)

/* `bytes` from `at` on, as far as they lie before `extent`. */
ISHMEMI_INLINE size_t ishmemi_exchange_clip(size_t at, size_t bytes, size_t extent)
{
    const size_t left = at < extent ? extent - at : 0;
    return bytes < left ? bytes : left;
}

/* One member's part of an exchange: word, if not 0, and data, by one of the lanes that share it. */
ISHMEMI_INLINE void ishmemi_exchange_push(ishmemi_caller_t caller, ishmemi_team_ref_t team,
                                          int member, uint64_t offset, const uint64_t *word,
                                          const char *source, size_t bytes, size_t lane,
                                          size_t lanes)
{
    uint64_t to = ishmemi_team_block_of(team, member) + offset;
    if (word != 0) {
        if (lane == 0) {
            ishmemi_team_push(caller, team, member, to, (const char *)word, sizeof *word, 0, 1);
        }
        to += sizeof *word;
    }
    ishmemi_team_push(caller, team, member, to, source, bytes, lane, lanes);
}

/*
 * Sends to member m what word, if not 0, points to, and `bytes` from source + m * stride, but none
 * from source + extent on.  room: the size that says whether this travels in lines or in slots, the
 * same for all members and at least what each sends.
 */
ISHMEMI_INLINE ishmemi_exchanged_t ishmemi_exchange(ishmemi_caller_t caller, ishmemi_group_t group,
                                                    ishmemi_team_ref_t team, const uint64_t *word,
                                                    const char *source, size_t stride,
                                                    size_t bytes, size_t extent, size_t room)
{
    const ishmemi_team_block_ref_t block = ishmemi_team_block(team);
    const uint64_t n = (uint64_t)team->n_pes;
    const size_t lane = ishmemi_group_lane(group);
    const size_t lanes = ishmemi_group_lanes(group);
    ishmemi_group_barrier_system(group);
    const uint64_t number = ishmemi_team_count(group, &block->exchange_number);

    uint64_t size = ISHMEMI_TEAM_LINE_BYTES;
    uint64_t offset = ishmemi_team_lines_offset();
    if (room > ISHMEMI_TEAM_LINE_DATA) {
        size = ishmemi_team_slot_bytes(n);
        offset = ishmemi_team_slots_offset(n);
    }
    offset += (number & 1) * n * size;
    const uint64_t mine = offset + (uint64_t)team->my_pe * size;

    const int shared = lanes > 1 && bytes >= ISHMEMI_EXCHANGE_SHARED_BYTES;
    if (shared) {
        for (int i = 1; i < team->n_pes; i++) {
            const int member = ishmemi_team_next(team, i);
            const size_t at = (size_t)member * stride;
            ishmemi_exchange_push(caller, team, member, mine + sizeof number, word, source + at,
                                  ishmemi_exchange_clip(at, bytes, extent), lane, lanes);
        }
        ishmemi_group_barrier_system(group);
    }
    for (size_t i = lane + 1; i < n; i += lanes) {
        const int member = ishmemi_team_next(team, (int)i);
        if (!shared) {
            const size_t at = (size_t)member * stride;
            ishmemi_exchange_push(caller, team, member, mine + sizeof number, word, source + at,
                                  ishmemi_exchange_clip(at, bytes, extent), 0, 1);
        }
        ishmemi_team_flag(caller, team, member, mine, number);
    }

    ishmemi_exchanged_t exchanged;
    exchanged.data = team->block + offset + sizeof number;
    exchanged.stride = size;
    exchanged.own = ISHMEMI_ADDRESS(source + (size_t)team->my_pe * stride);
    exchanged.my_pe = team->my_pe;
    int failed = 0;
    for (size_t i = lane + 1; i < n && !failed; i += lanes) {
        const uint64_t member = (uint64_t)ishmemi_team_next(team, (int)i);
        failed = ishmemi_team_wait(caller, team->block + offset + member * size, number);
    }
    ishmemi_group_barrier_system(group);
    exchanged.failed = ishmemi_group_any(group, failed);
    return exchanged;
}

#endif
