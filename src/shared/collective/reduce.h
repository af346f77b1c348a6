/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reductions, element by element over the members in their order: the first member's operand is the
 * leftmost.  Every algorithm gives all members the same bits, because each element's result is
 * computed once, or by all in the same order.  By hosts the members of a domain are combined in
 * their order, then the domains in theirs.
 *
 * dest may be source.  A member that accumulates in dest overwrites its own operand.  If that is
 * one of the first two operands, it has been used by then.  Otherwise it is copied first, or the
 * result is accumulated in the block's scratch memory.
 */
#ifndef ISHMEM_COLLECTIVE_REDUCE_H
#define ISHMEM_COLLECTIVE_REDUCE_H

#include "choose.h"
#include "exchange.h"
#include "follow.h"
#include "reduce_of_two.h"
#include "reduction.h"
#include "slices.h"
#include "sync.h"
#include "words.h"

/* The bytes that are combined before they are pushed: they stay in a processor's cache. */
#define ISHMEMI_REDUCE_BLOCK_BYTES 32768

ISHMEMI_INLINE void ishmemi_group_copy(ishmemi_caller_t caller, ishmemi_group_t group,
                                       uint64_t dest, uint64_t source, size_t bytes)
{
    ishmemi_copy(caller, ishmemi_memory_at(dest), ishmemi_memory_at(source), bytes,
                 ishmemi_group_lane(group), ishmemi_group_lanes(group));
}

/* ---- Through the blocks ---------------------------------------------------------------------- */

/* Combines the operands of the first `members` into dest. */
ISHMEMI_INLINE void ishmemi_reduce_exchanged(ishmemi_caller_t caller, ishmemi_group_t group,
                                             const ishmemi_reduction_t *reduction,
                                             ishmemi_exchanged_t *exchanged, int members,
                                             uint64_t dest, size_t count)
{
    const size_t bytes = count * reduction->size;
    if (exchanged->own == dest && exchanged->my_pe >= 2 && exchanged->my_pe < members) {
        const uint64_t slot = exchanged->data + (uint64_t)exchanged->my_pe * exchanged->stride;
        ishmemi_group_copy(caller, group, slot, dest, bytes);
        ishmemi_group_barrier(group);
        exchanged->own = slot;
    }
    uint64_t left = ishmemi_address_of(ishmemi_exchanged_of(exchanged, 0));
    if (members == 1 && left != dest) {
        ishmemi_group_copy(caller, group, dest, left, bytes);
    }
    for (int member = 1; member < members; member++) {
        const uint64_t right = ishmemi_address_of(ishmemi_exchanged_of(exchanged, member));
        ishmemi_reduce_pair(caller, group, reduction, dest, left, right, count);
        left = dest;
    }
    ishmemi_group_barrier(group);
}

/* Operands that were sent in words are combined where they were unpacked: member m's are at
 * to + m * to_stride. */
ISHMEMI_INLINE ishmemi_words_t ishmemi_reduce_words_of(ishmemi_team_ref_t team, uint64_t source,
                                                       size_t bytes)
{
    const uint64_t n = (uint64_t)team->n_pes;
    ishmemi_words_t words = {ishmemi_memory_at(source), 0, team->block, 0, bytes};
    if (ISHMEMI_UNLIKELY(ishmemi_team_is_small(team->flags))) {
        words.to += ishmemi_team_unpacked_offset(n, ISHMEMI_TEAM_SMALL);
        words.to_stride = ishmemi_team_words_bytes(n, ISHMEMI_TEAM_SMALL);
    } else {
        words.to += ishmemi_team_unpacked_offset(n, 0);
        words.to_stride = ishmemi_team_words_bytes(n, 0);
    }
    return words;
}

/* By each of the `lanes` that share the work. */
ISHMEMI_INLINE void ishmemi_reduce_unpacked(ishmemi_caller_t caller, ishmemi_team_ref_t team,
                                            const ishmemi_reduction_t *reduction, uint64_t dest,
                                            size_t bytes, size_t lane, size_t lanes)
{
    const ishmemi_words_t words = ishmemi_reduce_words_of(team, 0, bytes);
    uint64_t left = words.to;
    for (int member = 1; member < team->n_pes; member++) {
        ishmemi_combine(caller, reduction->kinds, reduction->kind, reduction->op, dest, left,
                        words.to + (uint64_t)member * words.to_stride, bytes / reduction->size,
                        lane, lanes);
        left = dest;
    }
}

ISHMEMI_INLINE int ishmemi_reduce_words(ishmemi_caller_t caller, ishmemi_group_t group,
                                        ishmemi_team_ref_t team,
                                        const ishmemi_reduction_t *reduction, uint64_t dest,
                                        uint64_t source, size_t bytes)
{
    const ishmemi_words_t words = ishmemi_reduce_words_of(team, source, bytes);
    if (ishmemi_words_exchange(caller, group, team, &words)) {
        return -1;
    }
    ishmemi_reduce_unpacked(caller, team, reduction, dest, bytes, ishmemi_group_lane(group),
                            ishmemi_group_lanes(group));
    ishmemi_group_barrier(group);
    return 0;
}

ISHMEMI_INLINE void ishmemi_zero(ishmemi_group_t group, uint64_t dest, size_t bytes)
{
    ISHMEMI_GLOBAL char *const memory = (ISHMEMI_GLOBAL char *)dest;
    for (size_t i = ishmemi_group_lane(group); i < bytes; i += ishmemi_group_lanes(group)) {
        memory[i] = 0;
    }
}

/* All members send to all, in as many exchanges as needed.  Member m gets what starts at
 * source + m * stride.  Only the operands of the first `members` count. */
ISHMEMI_INLINE int ishmemi_reduce_oneshot(ishmemi_caller_t caller, ishmemi_group_t group,
                                          ishmemi_team_ref_t team,
                                          const ishmemi_reduction_t *reduction, int members,
                                          uint64_t dest, uint64_t source, size_t stride,
                                          size_t bytes)
{
    const size_t most = ishmemi_exchange_most(team);
    for (size_t at = 0; at < bytes; at += most) {
        const size_t rest = bytes - at;
        const size_t chunk = rest < most ? rest : most;
        ishmemi_exchanged_t exchanged =
            ishmemi_exchange(caller, group, team, 0, ishmemi_memory_at(source + at), stride, chunk,
                             ISHMEMI_EXCHANGE_ALL, chunk);
        if (exchanged.failed) {
            return -1;
        }
        if (members == 0) {
            ishmemi_zero(group, dest + at, chunk);
            ishmemi_group_barrier(group);
        } else {
            ishmemi_reduce_exchanged(caller, group, reduction, &exchanged, members, dest + at,
                                     chunk / reduction->size);
        }
    }
    return 0;
}

/* ---- Recursive doubling ---------------------------------------------------------------------- */

/* Sends the memory to a member's slot `round`, and returns the address of what came into this PE's
 * slot; 0: the job is being aborted.  send, receive: whether to do the one and the other. */
ISHMEMI_INLINE uint64_t ishmemi_doubling_swap(ishmemi_caller_t caller, ishmemi_group_t group,
                                              ishmemi_team_ref_t team, uint64_t number,
                                              uint64_t round, int member, uint64_t memory,
                                              size_t bytes, int send, int receive)
{
    const uint64_t n = (uint64_t)team->n_pes;
    const uint64_t slot = (number & 1) * ishmemi_team_doubling_rounds(n) + round;
    const uint64_t offset = ishmemi_team_doubling_offset(n, team->flags) +
                            slot * ishmemi_team_doubling_bytes(n, team->flags);
    int failed = 0;
    ishmemi_group_barrier(group);
    if (send) {
        ishmemi_team_push_flag(caller, group, team, member,
                               ishmemi_team_block_of(team, member) + offset + sizeof number,
                               ishmemi_memory_at(memory), bytes, offset, number);
    }
    if (receive && ishmemi_group_lane(group) == 0) {
        failed = ishmemi_team_wait(caller, team, offset, number);
    }
    ishmemi_group_barrier(group);
    failed = (int)ishmemi_group_broadcast(group, (uint64_t)failed);
    return failed ? 0 : team->block + offset + sizeof number;
}

/*
 * Reduces what is in dest already.  Members beyond a power of two lend their operand to a
 * neighbour: of the first 2 * extra members, each with an odd number lends to the one before it,
 * which passes the result on.  In each round the ranks that swap have combined the operands of
 * neighbouring ranges.
 */
ISHMEMI_INLINE int ishmemi_reduce_doubling_chunk(ishmemi_caller_t caller, ishmemi_group_t group,
                                                 ishmemi_team_ref_t team,
                                                 const ishmemi_reduction_t *reduction,
                                                 uint64_t dest, size_t count)
{
    const size_t bytes = count * reduction->size;
    const int me = team->my_pe;
    int ranks = 1;
    while (ranks <= team->n_pes / 2) {
        ranks *= 2;
    }
    const int extra = team->n_pes - ranks;
    const int is_pair = me < 2 * extra;
    const int lends = is_pair && me % 2 == 1;
    ishmemi_group_barrier(group);
    const uint64_t number = ishmemi_team_count(group, &ishmemi_team_block(team)->doubling_number);

    if (is_pair) {
        const uint64_t theirs =
            ishmemi_doubling_swap(caller, group, team, number, 0, me ^ 1, dest, bytes, lends, 1);
        if (theirs == 0) {
            return -1;
        }
        if (lends) {
            ishmemi_group_copy(caller, group, dest, theirs, bytes);
            ishmemi_group_barrier(group);
            return 0;
        }
        ishmemi_reduce_pair(caller, group, reduction, dest, dest, theirs, count);
    }
    const int rank = is_pair ? me / 2 : me - extra;
    uint64_t round = 1;
    for (int distance = 1; distance < ranks; distance *= 2) {
        const int other = rank ^ distance;
        const int member = other < extra ? 2 * other : other + extra;
        const uint64_t theirs =
            ishmemi_doubling_swap(caller, group, team, number, round, member, dest, bytes, 1, 1);
        if (theirs == 0) {
            return -1;
        }
        ishmemi_reduce_pair(caller, group, reduction, dest, other < rank ? theirs : dest,
                            other < rank ? dest : theirs, count);
        round++;
    }
    if (is_pair &&
        ishmemi_doubling_swap(caller, group, team, number, 0, me + 1, dest, bytes, 1, 0) == 0) {
        return -1;
    }
    ishmemi_group_barrier(group);
    return 0;
}

ISHMEMI_INLINE int ishmemi_reduce_doubling(ishmemi_caller_t caller, ishmemi_group_t group,
                                           ishmemi_team_ref_t team,
                                           const ishmemi_reduction_t *reduction, uint64_t dest,
                                           uint64_t source, size_t bytes)
{
    const size_t most =
        ishmemi_team_doubling_bytes((uint64_t)team->n_pes, team->flags) - sizeof(uint64_t);
    ishmemi_group_barrier(group);
    if (dest != source) {
        ishmemi_group_copy(caller, group, dest, source, bytes);
    }
    for (size_t at = 0; at < bytes; at += most) {
        const size_t rest = bytes - at;
        const size_t chunk = rest < most ? rest : most;
        if (ishmemi_reduce_doubling_chunk(caller, group, team, reduction, dest + at,
                                          chunk / reduction->size) != 0) {
            return -1;
        }
    }
    return 0;
}

/* ---- By parts -------------------------------------------------------------------------------- */

ISHMEMI_INLINE void ishmemi_reduce_push(ishmemi_caller_t caller, ishmemi_group_t group,
                                        ishmemi_team_ref_t team, uint64_t dest, uint64_t result,
                                        size_t bytes)
{
    ishmemi_group_barrier(group);
    for (int i = 1; i < team->n_pes; i++) {
        ishmemi_team_push(caller, team, ishmemi_team_next(team, i), dest, ishmemi_memory_at(result),
                          bytes, ishmemi_group_lane(group), ishmemi_group_lanes(group));
    }
}

/* Combines all members' elements at `source` into `result`. */
ISHMEMI_INLINE void ishmemi_reduce_sources(ishmemi_caller_t caller, ishmemi_group_t group,
                                           ishmemi_team_ref_t team,
                                           const ishmemi_reduction_t *reduction, uint64_t result,
                                           uint64_t source, size_t count)
{
    uint64_t left = ishmemi_team_translate(caller, team, 0, source);
    for (int member = 1; member < team->n_pes; member++) {
        const uint64_t right = ishmemi_team_translate(caller, team, member, source);
        ishmemi_reduce_pair(caller, group, reduction, result, left, right, count);
        left = result;
    }
}

/* Combines and pushes the bytes first <= i < end, which no other member reads or writes.  `scratch`:
 * this caller's own, scratch_bytes. */
ISHMEMI_INLINE void ishmemi_reduce_range(ishmemi_caller_t caller, ishmemi_group_t group,
                                         ishmemi_team_ref_t team,
                                         const ishmemi_reduction_t *reduction, uint64_t dest,
                                         uint64_t source, size_t first, size_t end,
                                         uint64_t scratch, size_t scratch_bytes)
{
    const int apart = dest == source && team->my_pe >= 2;
    const size_t most = apart ? scratch_bytes : ISHMEMI_REDUCE_BLOCK_BYTES;
#ifdef ISHMEMI_FOLDS
    first += ishmemi_fold(caller, team, reduction->kinds, reduction->kind, reduction->op,
                          dest + first, source + first, end - first, ishmemi_group_lane(group),
                          ishmemi_group_lanes(group));
#endif
    for (size_t at = first; at < end; at += most) {
        const size_t block = ishmemi_exchange_clip(at, most, end);
        const uint64_t result = apart ? scratch : dest + at;
        ishmemi_reduce_sources(caller, group, team, reduction, result, source + at,
                               block / reduction->size);
        ishmemi_reduce_push(caller, group, team, dest + at, result, block);
        if (apart) {
            ishmemi_group_copy(caller, group, dest + at, result, block);
            ishmemi_group_barrier(group);
        }
    }
}

/* Only a part's owner reads the part in the sources and writes it in the dests. */
ISHMEMI_INLINE int ishmemi_reduce_parts(ishmemi_caller_t caller, ishmemi_group_t group,
                                        ishmemi_team_ref_t team,
                                        const ishmemi_reduction_t *reduction, uint64_t dest,
                                        uint64_t source, size_t bytes)
{
    const size_t part = ishmemi_reduce_part(team, bytes);
    const size_t first = part * (size_t)team->my_pe;
    const size_t end = first + ishmemi_exchange_clip(first, part, bytes);
    if (ishmemi_team_sync(caller, group, team) != 0) {
        return -1;
    }
    if (first < end) {
        ishmemi_reduce_range(caller, group, team, reduction, dest, source, first, end,
                             ishmemi_team_scratch(team), ishmemi_team_scratch_bytes(team->flags));
    }
    return ishmemi_team_sync(caller, group, team);
}

/* The same for one slice, of which each member owns a part. */
ISHMEMI_INLINE void ishmemi_reduce_slice(ishmemi_caller_t caller, ishmemi_group_t group,
                                         const ishmemi_slices_t *slices, uint32_t slice,
                                         const ishmemi_reduction_t *reduction, uint64_t dest,
                                         uint64_t source)
{
    const ishmemi_team_ref_t team = slices->team;
    const size_t scratch_bytes = ISHMEMI_TEAM_SCRATCH_BYTES / slices->step /
                                 ISHMEMI_TEAM_LINE_BYTES * ISHMEMI_TEAM_LINE_BYTES;
    const uint64_t scratch = ishmemi_team_scratch(team) + slices->first * (uint64_t)scratch_bytes;
    const ishmemi_piece_t piece = ishmemi_slices_piece(slices, slice, slice + 1);
    const size_t part = ishmemi_reduce_part(team, piece.bytes);
    const size_t before = part * (size_t)team->my_pe;
    const size_t own = ishmemi_exchange_clip(before, part, piece.bytes);
    if (own > 0) {
        ishmemi_reduce_range(caller, group, team, reduction, dest, source, piece.at + before,
                             piece.at + before + own, scratch, scratch_bytes);
    }
}

ISHMEMI_INLINE int ishmemi_reduce_slices(ishmemi_caller_t caller, ishmemi_group_t group,
                                         ishmemi_team_ref_t team, ishmemi_crew_t crew,
                                         const ishmemi_reduction_t *reduction, uint64_t dest,
                                         uint64_t source, size_t bytes)
{
    if (ishmemi_reduces_of_two(team, dest, source)) {
        return bytes <= ISHMEMI_REDUCE_OF_TWO_BYTES
                   ? ishmemi_reduce_of_two(caller, group, team, crew, reduction, dest, source,
                                           bytes)
                   : ishmemi_reduce_halves(caller, group, team, crew, reduction, dest, source,
                                           bytes);
    }
    ishmemi_slices_t slices = ishmemi_slices_begin(
        caller, group, team, crew, bytes, ishmemi_reduce_slice_bytes(team, dest, source, bytes));
    while (ishmemi_slices_next(caller, group, &slices)) {
        for (uint32_t slice = slices.moved; slice < slices.begun; slice++) {
            ishmemi_reduce_slice(caller, group, &slices, slice, reduction, dest, source);
        }
        ishmemi_slices_complete(caller, group, &slices);
    }
    return ishmemi_slices_end(caller, group, &slices);
}

/* Members send each part to its owner, which cannot read it in their memory. */
ISHMEMI_INLINE int ishmemi_reduce_staged(ishmemi_caller_t caller, ishmemi_group_t group,
                                         ishmemi_team_ref_t team,
                                         const ishmemi_reduction_t *reduction, uint64_t dest,
                                         uint64_t source, size_t bytes)
{
    const size_t part = ishmemi_reduce_part(team, bytes);
    const size_t first = part * (size_t)team->my_pe;
    const size_t most = ishmemi_exchange_most(team);
    if (ishmemi_team_sync(caller, group, team) != 0) {
        return -1;
    }
    for (size_t at = 0; at < part; at += most) {
        const size_t chunk = ishmemi_exchange_clip(at, most, part);
        ishmemi_exchanged_t exchanged =
            ishmemi_exchange(caller, group, team, 0, ishmemi_memory_at(source + at), part, chunk,
                             ishmemi_exchange_clip(at, bytes, bytes), chunk);
        if (exchanged.failed) {
            return -1;
        }
        const size_t mine = ishmemi_exchange_clip(first + at, chunk, bytes);
        const uint64_t result = dest + first + at;
        ishmemi_reduce_exchanged(caller, group, reduction, &exchanged, team->n_pes, result,
                                 mine / reduction->size);
        ishmemi_reduce_push(caller, group, team, result, result, mine);
    }
    ishmemi_team_settle(caller, group, team);
    return ishmemi_team_sync(caller, group, team);
}

/* ---- The collectives ------------------------------------------------------------------------- */

/* A reduction by one algorithm. */
ISHMEMI_INLINE int ishmemi_reduce_within(ishmemi_caller_t caller, ishmemi_group_t group,
                                         ishmemi_team_ref_t team,
                                         const ishmemi_reduction_t *reduction, uint64_t dest,
                                         uint64_t source, size_t count)
{
    const size_t bytes = count * reduction->size;
    if (team->n_pes == 1) {
        if (dest != source) {
            ishmemi_group_barrier(group);
            ishmemi_group_copy(caller, group, dest, source, bytes);
            ishmemi_group_barrier(group);
        }
        return 0;
    }
    if (ISHMEMI_UNLIKELY(ishmemi_fits_words(team, ISHMEMI_COLLECTIVE_REDUCE, bytes))) {
        return ishmemi_reduce_words(caller, group, team, reduction, dest, source, bytes);
    }
    switch (ishmemi_choose(caller, team, ISHMEMI_COLLECTIVE_REDUCE, bytes)) {
    case ISHMEMI_ALGORITHM_ONESHOT:
        return ishmemi_reduce_oneshot(caller, group, team, reduction, team->n_pes, dest, source, 0,
                                      bytes);
    case ISHMEMI_ALGORITHM_DOUBLING:
        return ishmemi_reduce_doubling(caller, group, team, reduction, dest, source, bytes);
    case ISHMEMI_ALGORITHM_SLICES: {
        const ishmemi_crew_t alone = {0, 1};
        return ishmemi_reduce_slices(caller, group, team, alone, reduction, dest, source, bytes);
    }
    case ISHMEMI_ALGORITHM_PARTS:
        return ishmemi_reduce_parts(caller, group, team, reduction, dest, source, bytes);
    default:
        return ishmemi_reduce_staged(caller, group, team, reduction, dest, source, bytes);
    }
}

/* By hosts each domain is reduced, then the leaders reduce the domains' results, and the other
 * members get the result from their leaders. */
ISHMEMI_INLINE int ishmemi_reduce(ishmemi_caller_t caller, ishmemi_group_t group,
                                  ishmemi_team_ref_t team, const ishmemi_reduction_t *reduction,
                                  uint64_t dest, uint64_t source, size_t count)
{
    const size_t bytes = count * reduction->size;
    if (count == 0) {
        return 0;
    }
    const int by_hosts = ishmemi_goes_by_hosts(caller, team, ISHMEMI_COLLECTIVE_REDUCE, bytes);
    ishmemi_team_ref_t within = by_hosts ? ishmemi_team_near(team) : team;
    int failed = 0;
    for (int part = 0; part <= by_hosts && within != 0 && !failed; part++) {
        failed = ishmemi_reduce_within(caller, group, within, reduction, dest,
                                       part == 0 ? source : dest, count);
        within = ishmemi_team_leaders(team);
    }
    return failed || !by_hosts ? failed : ishmemi_team_follow(caller, group, team, dest, bytes);
}

#endif
