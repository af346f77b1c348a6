/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Exchange of small data: every member sends to all others.  When the call returns, the member has
 * what all others have sent to it (team_block.h).
 */
#ifndef ISHMEM_COLLECTIVE_EXCHANGE_H
#define ISHMEM_COLLECTIVE_EXCHANGE_H

#include "members.h"

/* From this size on, all lanes share the copy of each member's data.  Below it, each lane copies
 * the data of its own members. */
#define ISHMEMI_EXCHANGE_SHARED_BYTES 512

/* What was received.  Member m's data is at data + m * stride, except for this PE's own. */
typedef struct ishmemi_exchanged {
    uint64_t data;
    uint64_t stride;
    uint64_t own; /* where this PE's own data is */
    int my_pe;
    int failed; /* the job is being aborted */
} ishmemi_exchanged_t;

ISHMEMI_INLINE const char *ishmemi_exchanged_of(const ishmemi_exchanged_t *exchanged, int member)
{
    const uint64_t address = member == exchanged->my_pe
                                 ? exchanged->own
                                 : exchanged->data + (uint64_t)member * exchanged->stride;
    return (const char *)(ISHMEMI_GLOBAL const char *)address;
}

/* The word before member m's data, in an exchange that sends words.  member is not this PE. */
ISHMEMI_INLINE uint64_t ishmemi_exchanged_word(const ishmemi_exchanged_t *exchanged, int member)
{
    return *(ISHMEMI_GLOBAL const uint64_t *)(exchanged->data +
                                              (uint64_t)member * exchanged->stride);
}

/* The most bytes that one exchange carries from a member to another. */
ISHMEMI_INLINE size_t ishmemi_exchange_most(ishmemi_team_ref_t team)
{
    const uint64_t n = (uint64_t)team->n_pes;
    if (ISHMEMI_UNLIKELY(ishmemi_team_is_small(team->flags))) {
        return ishmemi_team_slot_bytes(n, ISHMEMI_TEAM_SMALL) - sizeof(uint64_t);
    }
    return ishmemi_team_slot_bytes(n, 0) - sizeof(uint64_t);
}

/* The extent of a source that has all the bytes that are sent. */
#define ISHMEMI_EXCHANGE_ALL (~(size_t)0)

/* How many of the `bytes` from `at` on lie before `extent`. */
ISHMEMI_INLINE size_t ishmemi_exchange_clip(size_t at, size_t bytes, size_t extent)
{
    const size_t left = at < extent ? extent - at : 0;
    return bytes < left ? bytes : left;
}

/* What a member sends to member m: the word that `word` points to, unless that is 0, and `bytes`
 * from source + m * stride on, but nothing from source + extent on. */
typedef struct ishmemi_exchange {
    const uint64_t *word;
    const char *source;
    size_t stride;
    size_t bytes;
    size_t extent;
    /* The exchange's number, and where the data goes. */
    uint64_t number;
    uint64_t size;   /* of a line or slot */
    uint64_t offset; /* of member 0's line or slot in the block */
    int shared;      /* all lanes share each send; else each lane sends to some members */
} ishmemi_exchange_t;

/* Where the lines or slots of the exchange are in blocks of these flags, which are a constant. */
ISHMEMI_INLINE void ishmemi_exchange_place(ishmemi_exchange_t *exchange, uint64_t n, uint32_t flags,
                                           size_t room)
{
    exchange->size = ISHMEMI_TEAM_LINE_BYTES;
    exchange->offset = ishmemi_team_lines_offset(n, flags);
    if (room > ISHMEMI_TEAM_LINE_DATA) {
        exchange->size = ishmemi_team_slot_bytes(n, flags);
        exchange->offset = ishmemi_team_slots_offset(n, flags);
    }
    exchange->offset += (exchange->number & 1) * n * exchange->size;
}

/* room: the size that decides between lines and slots.  It is the same on all members, and at least
 * what each of them sends. */
ISHMEMI_INLINE void ishmemi_exchange_lay_out(ishmemi_team_ref_t team, ishmemi_exchange_t *exchange,
                                             uint64_t number, size_t room)
{
    const uint64_t n = (uint64_t)team->n_pes;
    exchange->number = number;
    if (ISHMEMI_UNLIKELY(ishmemi_team_is_small(team->flags))) {
        ishmemi_exchange_place(exchange, n, ISHMEMI_TEAM_SMALL, room);
    } else {
        ishmemi_exchange_place(exchange, n, 0, room);
    }
}

/* Sends the word, if there is one, and the data to one member.  Each lane that shares the send
 * makes this call.  flags (a constant): also stores the number; then one lane alone sends. */
ISHMEMI_INLINE void ishmemi_exchange_send(ishmemi_caller_t caller, ishmemi_team_ref_t team,
                                          const ishmemi_exchange_t *exchange, int member, int flags,
                                          size_t lane, size_t lanes)
{
    const size_t at = (size_t)member * exchange->stride;
    const size_t bytes = ishmemi_exchange_clip(at, exchange->bytes, exchange->extent);
    const char *const source = exchange->source + at;
    const uint64_t offset = exchange->offset + (uint64_t)team->my_pe * exchange->size;
    const uint64_t slot = ishmemi_team_block_of(team, member) + offset;
    uint64_t to = slot + sizeof exchange->number;
    if (flags && ISHMEMI_UNLIKELY(ishmemi_member_address(caller, team, member, slot) == 0)) {
        ishmemi_push_flag_far(caller, to, exchange->word, source, bytes, slot, exchange->number,
                              ishmemi_team_pe(team, member));
        return;
    }
    if (exchange->word != 0) {
        if (lane == 0) {
            ishmemi_team_push(caller, team, member, to, (const char *)exchange->word,
                              sizeof *exchange->word, 0, 1);
        }
        to += sizeof *exchange->word;
    }
    ishmemi_team_push(caller, team, member, to, source, bytes, lane, lanes);
    if (flags) {
        ishmemi_team_flag(caller, team, member, offset, exchange->number);
    }
}

/* One lane's part of the sends that all lanes share. */
ISHMEMI_INLINE void ishmemi_exchange_send_shared(ishmemi_caller_t caller, ishmemi_team_ref_t team,
                                                 const ishmemi_exchange_t *exchange, size_t lane,
                                                 size_t lanes)
{
    for (int i = 1; i < team->n_pes; i++) {
        ishmemi_exchange_send(caller, team, exchange, ishmemi_team_next(team, i), 0, lane, lanes);
    }
}

/* The rest of the exchange: stores the numbers, each after the data if that has not been sent yet,
 * and waits for the others' numbers.  Not 0: the job is being aborted. */
ISHMEMI_INLINE int ishmemi_exchange_finish(ishmemi_caller_t caller, ishmemi_team_ref_t team,
                                           const ishmemi_exchange_t *exchange, size_t lane,
                                           size_t lanes)
{
    const uint64_t n = (uint64_t)team->n_pes;
    for (size_t i = lane + 1; i < n; i += lanes) {
        const int member = ishmemi_team_next(team, (int)i);
        if (exchange->shared) {
            ishmemi_team_flag(caller, team, member,
                              exchange->offset + (uint64_t)team->my_pe * exchange->size,
                              exchange->number);
        } else {
            ishmemi_exchange_send(caller, team, exchange, member, 1, 0, 1);
        }
    }
    int failed = 0;
    for (size_t i = lane + 1; i < n && !failed; i += lanes) {
        const uint64_t member = (uint64_t)ishmemi_team_next(team, (int)i);
        failed = ishmemi_team_wait(caller, team, exchange->offset + member * exchange->size,
                                   exchange->number);
    }
    return failed;
}

/* Both steps out of line, for collectives by hosts. */
ISHMEMI_BODY int ishmemi_exchange_part(ishmemi_caller_t caller, ishmemi_team_ref_t team,
                                       const ishmemi_exchange_t *exchange, int finish, size_t lane,
                                       size_t lanes)
{
    if (finish) {
        return ishmemi_exchange_finish(caller, team, exchange, lane, lanes);
    }
    ishmemi_exchange_send_shared(caller, team, exchange, lane, lanes);
    return 0;
}

/* By all lanes.  is_part (a constant): the exchange is a part of a collective by hosts. */
ISHMEMI_INLINE ishmemi_exchanged_t ishmemi_exchange_all(ishmemi_caller_t caller,
                                                        ishmemi_group_t group,
                                                        ishmemi_team_ref_t team,
                                                        ishmemi_exchange_t *exchange, size_t room,
                                                        int is_part)
{
    const size_t lane = ishmemi_group_lane(group);
    const size_t lanes = ishmemi_group_lanes(group);
    ishmemi_group_barrier(group);
    ishmemi_exchange_lay_out(team, exchange,
                             ishmemi_team_count(group, &ishmemi_team_block(team)->exchange_number),
                             room);
    exchange->shared = lanes > 1 && exchange->bytes >= ISHMEMI_EXCHANGE_SHARED_BYTES;
    if (exchange->shared) {
        if (is_part) {
            ishmemi_exchange_part(caller, team, exchange, 0, lane, lanes);
        } else {
            ishmemi_exchange_send_shared(caller, team, exchange, lane, lanes);
        }
        ishmemi_group_barrier(group);
    }
    const int failed = is_part ? ishmemi_exchange_part(caller, team, exchange, 1, lane, lanes)
                               : ishmemi_exchange_finish(caller, team, exchange, lane, lanes);
    ishmemi_exchanged_t exchanged;
    exchanged.data = team->block + exchange->offset + sizeof exchange->number;
    exchanged.stride = exchange->size;
    exchanged.own = ISHMEMI_ADDRESS(exchange->source + (size_t)team->my_pe * exchange->stride);
    exchanged.my_pe = team->my_pe;
    ishmemi_group_barrier(group);
    exchanged.failed = ishmemi_group_any(group, failed);
    return exchanged;
}

ISHMEMI_INLINE ishmemi_exchanged_t ishmemi_exchange(ishmemi_caller_t caller, ishmemi_group_t group,
                                                    ishmemi_team_ref_t team, const uint64_t *word,
                                                    const char *source, size_t stride, size_t bytes,
                                                    size_t extent, size_t room)
{
    ishmemi_exchange_t exchange;
    exchange.word = word;
    exchange.source = source;
    exchange.stride = stride;
    exchange.bytes = bytes;
    exchange.extent = extent;
    return ishmemi_exchange_all(caller, group, team, &exchange, room, 0);
}

/* The same as a part of a collective by hosts: in a domain or among leaders. */
ISHMEMI_INLINE ishmemi_exchanged_t ishmemi_part_exchange(ishmemi_caller_t caller,
                                                         ishmemi_group_t group,
                                                         ishmemi_team_ref_t team,
                                                         const uint64_t *word, uint64_t source,
                                                         size_t stride, size_t bytes, size_t room)
{
    ishmemi_exchange_t exchange;
    exchange.word = word;
    exchange.source = (const char *)(ISHMEMI_GLOBAL const char *)source;
    exchange.stride = stride;
    exchange.bytes = bytes;
    exchange.extent = ISHMEMI_EXCHANGE_ALL;
    return ishmemi_exchange_all(caller, group, team, &exchange, room, 1);
}

/* The most bytes that a leader can pack in its scratch memory and send to each other leader at
 * once. */
ISHMEMI_INLINE size_t ishmemi_part_room(ishmemi_team_ref_t team)
{
    const size_t slot = ishmemi_team_slot_bytes(team->domains, team->flags) - sizeof(uint64_t);
    const size_t scratch = ishmemi_team_scratch_bytes(team->flags);
    return slot < scratch ? slot : scratch;
}

/* The bytes of each of `parts` equal shares of `room`, in whole words of 8 bytes; 0: there is no
 * room. */
ISHMEMI_INLINE size_t ishmemi_part_step(size_t room, size_t parts)
{
    return room / parts / sizeof(uint64_t) * sizeof(uint64_t);
}

#endif
