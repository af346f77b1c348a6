/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * collect: every member gets the data of all members, which may give different amounts.
 *
 * Each member sends how much it has, and the data as well if it is small.  If any member has more,
 * all push their data into dest once its offset is known.  They may, because a member that has
 * exchanged is in collect and no longer uses dest.
 *
 * By hosts each member sends the same to its leader, and the leaders send each other what came from
 * their domains: counts, and the data if it is small.  Then a leader sends each member of its
 * domain where the member's data begins in dest and how much there is in all.  By then all the data
 * is in the leader's dest; or the members push theirs into it, and the leaders send each other
 * their domains' data.
 */
#ifndef ISHMEM_COLLECTIVE_COLLECT_H
#define ISHMEM_COLLECTIVE_COLLECT_H

#include "choose.h"
#include "exchange.h"
#include "follow.h"
#include "sync.h"

/* The most data that a member sends together with its count. */
#define ISHMEMI_COLLECT_BYTES 16384

/* The same in an exchange between n members of the team. */
ISHMEMI_INLINE size_t ishmemi_collect_most(ishmemi_team_ref_t team, uint64_t n)
{
    /* A slot has a number and the count beside the data. */
    const size_t fits = ishmemi_team_slot_bytes(n, team->flags) - 2 * sizeof(uint64_t);
    return fits < ISHMEMI_COLLECT_BYTES ? fits : ISHMEMI_COLLECT_BYTES;
}

/* A member's count, which is the word before its data; below, the data itself.  own_bytes: this
 * PE's count. */
ISHMEMI_INLINE uint64_t ishmemi_collect_count(const ishmemi_exchanged_t *exchanged, int member,
                                              uint64_t own_bytes)
{
    return member == exchanged->my_pe ? own_bytes : ishmemi_exchanged_word(exchanged, member);
}

ISHMEMI_INLINE const char *ishmemi_collect_data(const ishmemi_exchanged_t *exchanged, int member)
{
    return ishmemi_exchanged_of(exchanged, member) +
           (member == exchanged->my_pe ? 0 : sizeof(uint64_t));
}

/* ---- By hosts -------------------------------------------------------------------------------- */

/* What a leader sends a member of its domain.  The leader has one for each member, in the domain's
 * scratch memory.  The team's scratch memory has what it sends the other leaders. */
typedef struct ishmemi_collect_layout {
    uint64_t before; /* bytes of dest before the member's */
    uint64_t total;  /* bytes of dest */
    uint64_t apart;  /* 0: all data is in the leader's dest */
} ishmemi_collect_layout_t;

/* A leader's message to the others begins with a word that says whether it has the data, and the
 * counts of `largest` members; the data follows. */
ISHMEMI_INLINE size_t ishmemi_collect_head(ishmemi_team_ref_t team)
{
    return (1 + (size_t)team->largest) * sizeof(uint64_t);
}

ISHMEMI_INLINE int ishmemi_collects_by_hosts(ishmemi_caller_t caller, ishmemi_team_ref_t team)
{
    return ishmemi_goes_by_hosts(caller, team, ISHMEMI_COLLECTIVE_COLLECT, 0) &&
           ishmemi_collect_head(team) <= ishmemi_part_room(team) &&
           (size_t)team->largest * sizeof(ishmemi_collect_layout_t) <=
               ishmemi_team_scratch_bytes(team->flags);
}

/* Packs what came from the domain and returns its length.  Each lane makes this call. */
ISHMEMI_BODY size_t ishmemi_collect_pack(ishmemi_caller_t caller, ishmemi_team_ref_t team,
                                         const ishmemi_exchanged_t *exchanged, size_t own_bytes,
                                         size_t lane, size_t lanes)
{
    const size_t most = ishmemi_collect_most(team, (uint64_t)team->largest);
    const size_t room = ishmemi_part_room(team);
    const size_t head = ishmemi_collect_head(team);
    const uint64_t packed = ishmemi_team_scratch(team);
    ISHMEMI_GLOBAL uint64_t *const words = (ISHMEMI_GLOBAL uint64_t *)packed;
    size_t used = head;
    int is_whole = 1;
    for (int i = 0; i < ishmemi_team_near(team)->n_pes; i++) {
        const uint64_t bytes = ishmemi_collect_count(exchanged, i, own_bytes);
        is_whole = is_whole && bytes <= most && bytes <= room - used;
        if (is_whole) {
            ishmemi_copy(caller, (char *)(ISHMEMI_GLOBAL char *)(packed + used),
                         ishmemi_collect_data(exchanged, i), bytes, lane, lanes);
            used += bytes;
        }
        if (lane == 0) {
            words[1 + i] = bytes;
        }
    }
    if (lane == 0) {
        words[0] = (uint64_t)is_whole;
    }
    return is_whole ? used : head;
}

/* Finds where the data of this leader's domain goes, from what all leaders sent, and fills dest if
 * all the data came with it.  Each lane makes this call. */
ISHMEMI_BODY void ishmemi_collect_unpack(ishmemi_caller_t caller, ishmemi_team_ref_t team,
                                         const ishmemi_exchanged_t *exchanged, uint64_t dest,
                                         size_t lane, size_t lanes)
{
    const int mine = ishmemi_team_leaders(team)->my_pe;
    const uint64_t scratch = ishmemi_team_scratch(ishmemi_team_near(team));
    ISHMEMI_GLOBAL ishmemi_collect_layout_t *const layouts =
        (ISHMEMI_GLOBAL ishmemi_collect_layout_t *)scratch;
    ishmemi_collect_layout_t layout = {0, 0, 0};
    for (int member = 0; member < team->n_pes; member++) {
        const ishmemi_team_seat_t seat = ishmemi_team_seat(team, member);
        ISHMEMI_GLOBAL const uint64_t *const words =
            (ISHMEMI_GLOBAL const uint64_t *)ISHMEMI_ADDRESS(
                ishmemi_exchanged_of(exchanged, seat.domain));
        layout.total += words[1 + seat.number];
        layout.apart |= (uint64_t)(words[0] == 0);
    }
    for (int member = 0; member < team->n_pes; member++) {
        const ishmemi_team_seat_t seat = ishmemi_team_seat(team, member);
        const char *const message = ishmemi_exchanged_of(exchanged, seat.domain);
        ISHMEMI_GLOBAL const uint64_t *const words =
            (ISHMEMI_GLOBAL const uint64_t *)ISHMEMI_ADDRESS(message);
        if (seat.domain == mine && lane == 0) {
            layouts[seat.number] = layout;
        }
        if (!layout.apart) {
            size_t at = ishmemi_collect_head(team);
            for (int i = 0; i < seat.number; i++) {
                at += words[1 + i];
            }
            ishmemi_copy(caller, (char *)(ISHMEMI_GLOBAL char *)(dest + layout.before),
                         message + at, words[1 + seat.number], lane, lanes);
        }
        layout.before += words[1 + seat.number];
    }
}

/* Sends the data of this leader's domain, from its dest, to another leader's dest.  Adjacent data
 * goes together. */
ISHMEMI_BODY void ishmemi_collect_push_domain(ishmemi_caller_t caller, ishmemi_team_ref_t team,
                                              int leader, uint64_t dest, size_t lane, size_t lanes)
{
    const ishmemi_team_ref_t near = ishmemi_team_near(team);
    const uint64_t scratch = ishmemi_team_scratch(near);
    const uint64_t packed = ishmemi_team_scratch(team);
    ISHMEMI_GLOBAL const ishmemi_collect_layout_t *const layouts =
        (ISHMEMI_GLOBAL const ishmemi_collect_layout_t *)scratch;
    ISHMEMI_GLOBAL const uint64_t *const counts = (ISHMEMI_GLOBAL const uint64_t *)packed + 1;
    int i = 0;
    while (i < near->n_pes) {
        const uint64_t first = layouts[i].before;
        uint64_t end = first;
        while (i < near->n_pes && layouts[i].before == end) {
            end += counts[i];
            i++;
        }
        if (end > first) {
            ishmemi_team_push(caller, ishmemi_team_leaders(team), leader, dest + first,
                              (const char *)(ISHMEMI_GLOBAL const char *)(dest + first),
                              (size_t)(end - first), lane, lanes);
        }
    }
}

/* Moves the data that did not come with the counts. */
ISHMEMI_INLINE int ishmemi_collect_apart_by_hosts(ishmemi_caller_t caller, ishmemi_group_t group,
                                                  ishmemi_team_ref_t team,
                                                  const ishmemi_collect_layout_t *layout,
                                                  uint64_t dest, const char *source, size_t bytes)
{
    const ishmemi_team_ref_t near = ishmemi_team_near(team);
    const ishmemi_team_ref_t leaders = ishmemi_team_leaders(team);
    const size_t lane = ishmemi_group_lane(group);
    const size_t lanes = ishmemi_group_lanes(group);
    ishmemi_team_push(caller, near, 0, dest + layout->before, source, bytes, lane, lanes);
    if (ishmemi_part_sync(caller, group, near) != 0) {
        return -1;
    }
    if (leaders != 0) {
        for (int i = 1; i < leaders->n_pes; i++) {
            ishmemi_collect_push_domain(caller, team, ishmemi_team_next(leaders, i), dest, lane,
                                        lanes);
        }
        ishmemi_team_settle(caller, group, leaders);
        if (ishmemi_part_sync(caller, group, leaders) != 0) {
            return -1;
        }
    }
    return ishmemi_team_follow(caller, group, team, dest, layout->total);
}

ISHMEMI_INLINE int ishmemi_collect_by_hosts(ishmemi_caller_t caller, ishmemi_group_t group,
                                            ishmemi_team_ref_t team, uint64_t dest,
                                            const char *source, size_t bytes)
{
    const ishmemi_team_ref_t near = ishmemi_team_near(team);
    const ishmemi_team_ref_t leaders = ishmemi_team_leaders(team);
    const size_t most = ishmemi_collect_most(team, (uint64_t)team->largest);
    const uint64_t own_bytes = bytes;
    ishmemi_exchanged_t exchanged =
        ishmemi_part_exchange(caller, group, near, &own_bytes, ISHMEMI_ADDRESS(source), 0,
                              bytes < most ? bytes : most, ishmemi_exchange_most(near));
    if (exchanged.failed) {
        return -1;
    }
    if (leaders != 0) {
        const size_t lane = ishmemi_group_lane(group);
        const size_t lanes = ishmemi_group_lanes(group);
        const size_t used = ishmemi_collect_pack(caller, team, &exchanged, bytes, lane, lanes);
        exchanged = ishmemi_part_exchange(caller, group, leaders, 0, ishmemi_team_scratch(team), 0,
                                          used, ishmemi_exchange_most(leaders));
        if (exchanged.failed) {
            return -1;
        }
        ishmemi_collect_unpack(caller, team, &exchanged, dest, lane, lanes);
    }
    exchanged = ishmemi_part_exchange(
        caller, group, near, 0, ishmemi_team_scratch(near), sizeof(ishmemi_collect_layout_t),
        sizeof(ishmemi_collect_layout_t), sizeof(ishmemi_collect_layout_t));
    if (exchanged.failed) {
        return -1;
    }
    const ishmemi_collect_layout_t layout =
        *(ISHMEMI_GLOBAL const ishmemi_collect_layout_t *)ISHMEMI_ADDRESS(
            ishmemi_exchanged_of(&exchanged, 0));
    /* The exchange's data may be overwritten once all lanes know it. */
    ishmemi_group_barrier(group);
    if (layout.apart) {
        return ishmemi_collect_apart_by_hosts(caller, group, team, &layout, dest, source, bytes);
    }
    return ishmemi_team_fetch(caller, group, team, dest, layout.total);
}

/* ---- All of it ------------------------------------------------------------------------------- */

ISHMEMI_INLINE int ishmemi_collect(ishmemi_caller_t caller, ishmemi_group_t group,
                                   ishmemi_team_ref_t team, uint64_t dest, const char *source,
                                   size_t bytes)
{
    if (ishmemi_collects_by_hosts(caller, team)) {
        return ishmemi_collect_by_hosts(caller, group, team, dest, source, bytes);
    }
    const size_t lane = ishmemi_group_lane(group);
    const size_t lanes = ishmemi_group_lanes(group);
    const size_t most = ishmemi_collect_most(team, (uint64_t)team->n_pes);
    const uint64_t own_bytes = bytes;
    const ishmemi_exchanged_t exchanged =
        ishmemi_exchange(caller, group, team, &own_bytes, source, 0, bytes < most ? bytes : most,
                         ISHMEMI_EXCHANGE_ALL, ishmemi_exchange_most(team));
    if (exchanged.failed) {
        return -1;
    }
    uint64_t before = 0;
    uint64_t largest = 0;
    for (int member = 0; member < team->n_pes; member++) {
        const uint64_t theirs = ishmemi_collect_count(&exchanged, member, bytes);
        before += member < team->my_pe ? theirs : 0;
        largest = theirs > largest ? theirs : largest;
    }
    if (largest > most) {
        for (int i = 0; i < team->n_pes; i++) {
            ishmemi_team_push(caller, team, ishmemi_team_next(team, i), dest + before, source,
                              bytes, lane, lanes);
        }
        ishmemi_team_settle(caller, group, team);
        return ishmemi_team_sync(caller, group, team);
    }
    char *to = (char *)(ISHMEMI_GLOBAL char *)dest;
    for (int member = 0; member < team->n_pes; member++) {
        const size_t theirs = ishmemi_collect_count(&exchanged, member, bytes);
        ishmemi_copy(caller, to, ishmemi_collect_data(&exchanged, member), theirs, lane, lanes);
        to += theirs;
    }
    ishmemi_group_barrier(group);
    return 0;
}

#endif
