/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The language of the collectives' bodies in kernels: what shared/collective/language.h lists.
 */
#ifndef ISHMEMI_DEVICE_COLLECTIVE_LANGUAGE_H
#define ISHMEMI_DEVICE_COLLECTIVE_LANGUAGE_H

#include "copy.h"
#include "fold.h"
#include "order.h"
#include "wait.h"

#include "shared/team_block.h"

typedef ishmem_ctx_t ishmemi_caller_t;

ISHMEMI_INLINE uint64_t ishmemi_caller_choices(ishmemi_caller_t caller)
{
    return caller->choices;
}

/* A GPU has these of the world among its constants.  The team's own are read from memory, anew after each load
 * that acquires. */
ISHMEMI_INLINE uint64_t ishmemi_caller_block(ishmemi_caller_t caller,
                                             ISHMEMI_GLOBAL const ishmemi_team_t *team)
{
    return (uint64_t)team == caller->world && caller->world_block != 0 ? caller->world_block
                                                                       : team->block;
}

ISHMEMI_INLINE uint64_t ishmemi_caller_first_flag(ishmemi_caller_t caller,
                                                  ISHMEMI_GLOBAL const ishmemi_team_t *team)
{
    return (uint64_t)team == caller->world && caller->world_flag != 0 ? caller->world_flag
                                                                      : team->first_flag;
}

/* Notes a call of a collective on a team, by one lane. */
ISHMEMI_INLINE void ishmemi_team_note_call(ishmemi_caller_t caller,
                                           ISHMEMI_GLOBAL const ishmemi_team_t *team,
                                           ishmemi_string_t routine)
{
    const uint64_t own = ishmemi_caller_block(caller, team);
    ISHMEMI_GLOBAL ishmemi_team_block_t *block = (ISHMEMI_GLOBAL ishmemi_team_block_t *)own;
    block->calls++;
    block->routine = (uint64_t)routine;
}

/* Uses the team's own deltas: one look-up instead of two, where the second would wait for the
 * first. */
ISHMEMI_INLINE uint64_t ishmemi_member_address(ishmemi_caller_t caller,
                                               ISHMEMI_GLOBAL const ishmemi_team_t *team,
                                               int member, uint64_t address)
{
    const int64_t delta = ((ISHMEMI_GLOBAL const int64_t *)team->delta)[member];
    (void)caller;
    return ishmemi_is_far(delta) ? 0 : address + (uint64_t)delta;
}

/* Pushes symmetric data that a flag will follow.  The source may be used again when it returns. */
ISHMEMI_INLINE void ishmemi_push_far(ishmemi_caller_t caller, uint64_t dest, const char *source,
                                     size_t bytes, int pe, size_t lane, size_t lanes)
{
    (void)lanes;
    if (lane == 0) {
        ishmemi_far_put(caller, dest, source, bytes, pe, ISHMEMI_RING_AWAIT);
    }
}

ISHMEMI_INLINE void ishmemi_push_far_strided(ishmemi_caller_t caller, uint64_t dest,
                                             const char *source, size_t dst, size_t sst,
                                             size_t size, size_t count, int pe, size_t lane,
                                             size_t lanes)
{
    ishmemi_far_put_blocks(caller, dest, source, dst, sst, size, count, pe, lane, lanes);
}

/* Out of line, because otherwise every call that does not need it would pay for the registers that
 * a GPU saves for it. */
ISHMEMI_COLD void ishmemi_flag_far(ishmemi_caller_t caller, uint64_t address, uint64_t number,
                                   int pe)
{
    ishmemi_far_notify(caller, address, 0, 0, address, number, pe);
}

ISHMEMI_INLINE void ishmemi_push_flag_far(ishmemi_caller_t caller, uint64_t dest,
                                          const uint64_t *word, const char *source, size_t bytes,
                                          uint64_t address, uint64_t number, int pe)
{
    if (word != 0) {
        ishmemi_far_put(caller, dest, (const char *)word, sizeof *word, pe, ISHMEMI_RING_GO_ON);
        dest += sizeof *word;
    }
    ishmemi_far_notify(caller, dest, source, bytes, address, number, pe);
}

/* What quiet does if a PE is far. */
ISHMEMI_INLINE void ishmemi_complete(ishmemi_caller_t caller, ishmemi_group_t group)
{
    ishmemi_quiet(caller, group);
}

/* Stores a number after all that the lane has stored and seen.  A GPU's fence does not wait for the loads of
 * what is stored then, as a store that releases would. */
ISHMEMI_INLINE void ishmemi_store_after(ishmemi_caller_t caller, uint64_t address, uint64_t number)
{
    if (caller->flags & ISHMEMI_STATE_CPU) {
        ISHMEMI_ATOMIC_STORE(uint64_t, address, number, ISHMEMI_RELEASE);
    } else {
        ISHMEMI_FENCE_RELEASE();
        ISHMEMI_ATOMIC_STORE(uint64_t, address, number, ISHMEMI_RELAXED);
    }
}

ISHMEMI_INLINE void ishmemi_count_apart(uint64_t address)
{
    ISHMEMI_ATOMIC_ADD(uint64_t, address, (uint64_t)1, ISHMEMI_RELAXED);
}

ISHMEMI_INLINE int ishmemi_fences_late(ishmemi_caller_t caller)
{
    return (caller->flags & ISHMEMI_STATE_CPU) != 0;
}

/* Waits until the number at the offset in this PE's block is at least `number`.  Not 0: the job is
 * being aborted. */
ISHMEMI_INLINE int ishmemi_team_wait(ishmemi_caller_t caller,
                                     ISHMEMI_GLOBAL const ishmemi_team_t *team, uint64_t offset,
                                     uint64_t number)
{
    return ishmemi_poll(caller, 0, ISHMEMI_POLLS_TEAM, team->handle,
                        ishmemi_caller_block(caller, team) + offset, sizeof number, 0,
                        ISHMEM_CMP_GE, number) < number;
}

ISHMEMI_INLINE uint64_t ishmemi_team_seen(ishmemi_caller_t caller,
                                          ISHMEMI_GLOBAL const ishmemi_team_t *team,
                                          uint64_t offset)
{
    return ISHMEMI_ATOMIC_LOAD(uint64_t, ishmemi_caller_block(caller, team) + offset,
                               ISHMEMI_ACQUIRE);
}

ISHMEMI_INLINE uint64_t ishmemi_team_peek(ishmemi_caller_t caller,
                                          ISHMEMI_GLOBAL const ishmemi_team_t *team,
                                          uint64_t offset)
{
    return ISHMEMI_ATOMIC_LOAD(uint64_t, ishmemi_caller_block(caller, team) + offset,
                               ISHMEMI_RELAXED);
}

/* The polls after the first ones (wait.h).  1 << 32: the job is being aborted. */
ISHMEMI_COLD uint64_t ishmemi_team_poll_word(ishmemi_caller_t caller,
                                             ISHMEMI_GLOBAL const ishmemi_team_t *team,
                                             uint64_t offset, uint32_t number)
{
    uint64_t published = 0;
    uint64_t result;
    for (uint32_t polls = 1;; polls++) {
        const uint64_t seen = ishmemi_team_peek(caller, team, offset);
        result = (uint32_t)seen;
        if ((uint32_t)(seen >> 32) == number) {
            break;
        }
        if (polls % ISHMEMI_POLLS_PER_ABORT_CHECK == 0) {
            if (ishmemi_aborted(caller)) {
                result = (uint64_t)1 << 32;
                break;
            }
            if (ISHMEMI_IS_LONG(caller, polls, published)) {
                published = ishmemi_wait_publish_team(caller, team->handle);
            }
        }
    }
    ishmemi_wait_withdraw(published);
    return result;
}

/* Waits for the word with the lower half of a number at the offset in this PE's block, and returns
 * its data.  If the job is being aborted, *failed becomes 1. */
ISHMEMI_INLINE uint32_t ishmemi_team_wait_word(ishmemi_caller_t caller,
                                               ISHMEMI_GLOBAL const ishmemi_team_t *team,
                                               uint64_t offset, uint32_t number, int *failed)
{
    ISHMEMI_FOR_FIRST_POLLS(offset)
    {
        const uint64_t seen = ishmemi_team_peek(caller, team, offset);
        if ((uint32_t)(seen >> 32) == number) {
            return (uint32_t)seen;
        }
    }
    const uint64_t result = ishmemi_team_poll_word(caller, team, offset, number);
    *failed |= (int)(result >> 32);
    return (uint32_t)result;
}

/* A lane's elements: on a processor a block of its own, otherwise one of every `lanes` elements. */
typedef struct ishmemi_share {
    size_t first;
    size_t end;
    size_t step;
} ishmemi_share_t;

ISHMEMI_INLINE ishmemi_share_t ishmemi_share_of(ishmemi_caller_t caller, size_t count, size_t lane,
                                                size_t lanes)
{
    ishmemi_share_t share;
    share.first = lane;
    share.end = count;
    share.step = lanes;
    if (caller->flags & ISHMEMI_STATE_CPU) {
        const size_t block = (count + lanes - 1) / lanes;
        share.first = lane * block;
        share.end = share.first + block < count ? share.first + block : count;
        share.step = 1;
    }
    return share;
}

#define ISHMEMI_COMBINE_FUNCTION(NAME, COMBINE)                                                  \
    ISHMEMI_BODY void NAME(ishmemi_caller_t caller, ishmemi_kind_t kind, ishmemi_reduce_op_t op, \
                           uint64_t dest, uint64_t left, uint64_t right, size_t count,           \
                           size_t lane, size_t lanes)                                            \
    {                                                                                            \
        const ishmemi_share_t share = ishmemi_share_of(caller, count, lane, lanes);              \
        COMBINE(kind, op, (ISHMEMI_GLOBAL void *)dest, (ISHMEMI_GLOBAL const void *)left,        \
                (ISHMEMI_GLOBAL const void *)right, share.first, share.end, share.step);         \
    }
ISHMEMI_COMBINE_FUNCTION(ishmemi_combine_shared_integers, ishmemi_combine_integers)
ISHMEMI_COMBINE_FUNCTION(ishmemi_combine_shared_floats, ishmemi_combine_floats)
#ifdef ISHMEMI_WITH_DOUBLE
ISHMEMI_COMBINE_FUNCTION(ishmemi_combine_shared_doubles, ishmemi_combine_doubles)
#endif

ISHMEMI_INLINE void ishmemi_combine(ishmemi_caller_t caller, ishmemi_class_t kinds,
                                    ishmemi_kind_t kind, ishmemi_reduce_op_t op, uint64_t dest,
                                    uint64_t left, uint64_t right, size_t count, size_t lane,
                                    size_t lanes)
{
    switch (kinds) {
    case ISHMEMI_CLASS_INTEGER:
        ishmemi_combine_shared_integers(caller, kind, op, dest, left, right, count, lane, lanes);
        break;
    case ISHMEMI_CLASS_FLOAT:
        ishmemi_combine_shared_floats(caller, kind, op, dest, left, right, count, lane, lanes);
        break;
    case ISHMEMI_CLASS_DOUBLE:
#ifdef ISHMEMI_WITH_DOUBLE
        ishmemi_combine_shared_doubles(caller, kind, op, dest, left, right, count, lane, lanes);
#endif
        break;
    }
}

#endif
