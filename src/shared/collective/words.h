/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Exchange of little data in words that need no flag: each has 32 bits of data, and the lower half
 * of the exchange's number.  A word is stored in one access, so a member that sees its number also
 * has its data.  Nobody fences, because a fence takes a GPU longer than the message (team_block.h).
 */
#ifndef ISHMEM_COLLECTIVE_WORDS_H
#define ISHMEM_COLLECTIVE_WORDS_H

#include "sync.h"
#include "task.h"

/* All words are cleared after so many exchanges, long before the lower half of a number repeats. */
#define ISHMEMI_WORDS_PER_CLEARING ((uint64_t)1 << 31)

/* What a member sends: `bytes` to member m, from source + m * stride; and where it puts what member
 * m has sent, which may be itself: at to + m * to_stride. */
typedef struct ishmemi_words {
    const char *source;
    size_t stride;
    uint64_t to;
    size_t to_stride;
    size_t bytes;
} ishmemi_words_t;

/* Whether `bytes` from each member travel in words. */
ISHMEMI_INLINE int ishmemi_fits_words(ishmemi_team_ref_t team, ishmemi_collective_t collective,
                                      size_t bytes)
{
    /* For 0 bytes, which wrap around here, nobody sends any. */
    return bytes - 1 < (size_t)team->words[collective];
}

/* Up to ISHMEMI_WORD_BYTES of the bytes from `at` on. */
ISHMEMI_INLINE uint32_t ishmemi_word_load(const char *source, size_t at, size_t bytes)
{
    uint32_t word = 0;
    if (bytes - at >= ISHMEMI_WORD_BYTES) {
        ISHMEMI_COPY_BYTES(&word, source + at, ISHMEMI_WORD_BYTES);
        return word;
    }
    for (size_t i = at; i < bytes; i++) {
        word |= (uint32_t)(uint8_t)source[i] << 8 * (i - at);
    }
    return word;
}

ISHMEMI_INLINE void ishmemi_word_store(uint64_t dest, size_t at, size_t bytes, uint32_t word)
{
    char *const to = (char *)(ISHMEMI_GLOBAL char *)dest;
    if (bytes - at >= ISHMEMI_WORD_BYTES) {
        ISHMEMI_COPY_BYTES(to + at, &word, ISHMEMI_WORD_BYTES);
        return;
    }
    for (size_t i = at; i < bytes; i++) {
        to[i] = (char)(word >> 8 * (i - at));
    }
}

/* The words that a lane has on their way at a time. */
#define ISHMEMI_WORDS_TOGETHER 4

/* Clears words of this PE's block.  No member sends any before all members have done so. */
ISHMEMI_INLINE int ishmemi_words_clear(ishmemi_caller_t caller, ishmemi_group_t group,
                                       ishmemi_team_ref_t team, uint64_t offset, uint64_t end)
{
    ISHMEMI_GLOBAL uint64_t *const own = (ISHMEMI_GLOBAL uint64_t *)(team->block + offset);
    const size_t words = (size_t)(end - offset) / sizeof *own;
    for (size_t i = ishmemi_group_lane(group); i < words; i += ishmemi_group_lanes(group)) {
        own[i] = 0;
    }
    return ishmemi_part_sync(caller, group, team);
}

/* How many of a group's lanes share so many words: whole sub-groups, in which each lane has two words
 * on their way.  A GPU takes longer with more, as every lane stores registers before it can call a
 * function. */
ISHMEMI_INLINE size_t ishmemi_words_lanes(size_t lanes, size_t words)
{
    const size_t sub_group = 32;
    const size_t wanted = (words / 2 + sub_group) / sub_group * sub_group;
    return wanted < lanes ? wanted : lanes;
}

/* mine: where this PE's words are in the other members' blocks. */
ISHMEMI_INLINE void ishmemi_words_send(ishmemi_caller_t caller, ishmemi_team_ref_t team,
                                       const ishmemi_words_t *words, uint64_t mine, uint64_t number,
                                       size_t lane, size_t lanes)
{
    const uint32_t each = (uint32_t)((words->bytes + ISHMEMI_WORD_BYTES - 1) / ISHMEMI_WORD_BYTES);
    const uint32_t all = (uint32_t)(team->n_pes - 1) * each;
    for (uint32_t i = (uint32_t)lane; i < all; i += (uint32_t)lanes) {
        const uint32_t word = i % each;
        const int member = ishmemi_team_next(team, (int)(i / each) + 1);
        const uint64_t target = ishmemi_team_block_of(team, member) + mine + word * sizeof number;
        const uint32_t data = ishmemi_word_load(words->source + (size_t)member * words->stride,
                                                (size_t)word * ISHMEMI_WORD_BYTES, words->bytes);
        ISHMEMI_ATOMIC_STORE(uint64_t, ishmemi_member_address(caller, team, member, target),
                             number << 32 | data, ISHMEMI_RELAXED);
    }
}

/* Words that this PE receives from the `members` after it, which may include itself at the end: those
 * of member m are at offset + m * line in its block. */
typedef struct ishmemi_words_in {
    uint64_t offset;
    uint64_t line;
    uint32_t members;
} ishmemi_words_in_t;

/* Word i of these. */
typedef struct ishmemi_word_place {
    int member;
    size_t at;       /* of its data */
    uint64_t offset; /* in the block */
} ishmemi_word_place_t;

ISHMEMI_INLINE ishmemi_word_place_t ishmemi_word_place(ishmemi_team_ref_t team,
                                                       const ishmemi_words_in_t *in, uint32_t i,
                                                       uint32_t each)
{
    ishmemi_word_place_t place;
    place.member = ishmemi_team_next(team, (int)(i / each) + 1);
    place.at = (size_t)(i % each) * ISHMEMI_WORD_BYTES;
    place.offset = in->offset + (uint64_t)place.member * in->line + i % each * sizeof(uint64_t);
    return place;
}

/* Not 0: the job is being aborted. */
ISHMEMI_INLINE int ishmemi_words_receive(ishmemi_caller_t caller, ishmemi_team_ref_t team,
                                         const ishmemi_words_t *words, const ishmemi_words_in_t *in,
                                         uint64_t number, size_t lane, size_t sharing)
{
    const uint32_t each = (uint32_t)((words->bytes + ISHMEMI_WORD_BYTES - 1) / ISHMEMI_WORD_BYTES);
    const uint32_t all = in->members * each;
    const uint32_t lanes = (uint32_t)sharing;
    int failed = 0;
    for (uint32_t first = (uint32_t)lane; first < all && !failed;
         first += ISHMEMI_WORDS_TOGETHER * lanes) {
        uint64_t seen[ISHMEMI_WORDS_TOGETHER];
        for (uint32_t k = 0; k < ISHMEMI_WORDS_TOGETHER; k++) {
            const uint32_t i = first + k * lanes < all ? first + k * lanes : first;
            const ishmemi_word_place_t place = ishmemi_word_place(team, in, i, each);
            const int is_own = place.member == team->my_pe;
            seen[k] = is_own ? 0 : ishmemi_team_peek(caller, team, place.offset);
        }
        for (uint32_t k = 0; k < ISHMEMI_WORDS_TOGETHER; k++) {
            const uint32_t i = first + k * lanes;
            if (i >= all) {
                break;
            }
            const ishmemi_word_place_t place = ishmemi_word_place(team, in, i, each);
            const uint32_t data =
                place.member == team->my_pe
                    ? ishmemi_word_load(words->source + (size_t)place.member * words->stride,
                                        place.at, words->bytes)
                : (uint32_t)(seen[k] >> 32) == (uint32_t)number
                    ? (uint32_t)seen[k]
                    : ishmemi_team_wait_word(caller, team, place.offset, (uint32_t)number, &failed);
            ishmemi_word_store(words->to + (uint64_t)place.member * words->to_stride, place.at,
                               words->bytes, data);
        }
    }
    return failed;
}

/* The words of exchange `number` in blocks of these flags, which are a constant. */
ISHMEMI_INLINE ishmemi_words_in_t ishmemi_words_place_in(uint64_t n, uint32_t flags,
                                                         uint64_t number)
{
    ishmemi_words_in_t in;
    in.offset = ishmemi_team_words_of(n, flags, number);
    in.line = ishmemi_team_words(n, flags) * sizeof number;
    in.members = (uint32_t)n;
    return in;
}

/* What one of the `lanes` that share an exchange does, between two barriers of the group.  Not 0: the
 * job is being aborted. */
ISHMEMI_INLINE int ishmemi_words_part(ishmemi_caller_t caller, ishmemi_team_ref_t team,
                                      const ishmemi_words_t *words, uint64_t number, size_t lane,
                                      size_t lanes)
{
    const uint64_t n = (uint64_t)team->n_pes;
    ishmemi_words_in_t in;
    if (ISHMEMI_UNLIKELY(ishmemi_team_is_small(team->flags))) {
        in = ishmemi_words_place_in(n, ISHMEMI_TEAM_SMALL, number);
    } else {
        in = ishmemi_words_place_in(n, 0, number);
    }
    ishmemi_words_send(caller, team, words, in.offset + (uint64_t)team->my_pe * in.line, number,
                       lane, lanes);
    return ishmemi_words_receive(caller, team, words, &in, number, lane, lanes);
}

/* The number of the next exchange, after the lanes have met; and the end of the exchange, where they meet
 * again.  failed: whether a lane's part has failed; the result is the same on all lanes. */
ISHMEMI_INLINE uint64_t ishmemi_words_begin(ishmemi_group_t group,
                                            ISHMEMI_GLOBAL const uint64_t *counter)
{
    ishmemi_group_barrier(group);
    return *counter + 1;
}

ISHMEMI_INLINE int ishmemi_words_end(ishmemi_group_t group, ISHMEMI_GLOBAL uint64_t *counter,
                                     uint64_t number, int failed)
{
    ishmemi_group_barrier(group);
    if (ishmemi_group_lane(group) == 0) {
        *counter = number;
    }
    return ishmemi_group_any(group, failed);
}

/* Whether all words have to be cleared before this exchange. */
ISHMEMI_INLINE int ishmemi_words_are_old(uint64_t number)
{
    return ISHMEMI_UNLIKELY(number % ISHMEMI_WORDS_PER_CLEARING < 2);
}

/* By all lanes, for bytes that fit.  Not 0: the job is being aborted. */
ISHMEMI_INLINE int ishmemi_words_exchange(ishmemi_caller_t caller, ishmemi_group_t group,
                                          ishmemi_team_ref_t team, const ishmemi_words_t *words)
{
    ISHMEMI_GLOBAL uint64_t *const counter = &ishmemi_team_block(team)->words_number;
    const uint64_t number = ishmemi_words_begin(group, counter);
    int failed = 0;
    if (ishmemi_words_are_old(number)) {
        const uint64_t n = (uint64_t)team->n_pes;
        const uint64_t offset = ishmemi_team_words_of(n, team->flags, number);
        failed =
            ishmemi_words_clear(caller, group, team, offset,
                                offset + n * ishmemi_team_words(n, team->flags) * sizeof number);
    }
    if (!failed) {
        failed = ishmemi_words_part(caller, team, words, number, ishmemi_group_lane(group),
                                    ishmemi_group_lanes(group));
    }
    return ishmemi_words_end(group, counter, number, failed);
}

#endif
