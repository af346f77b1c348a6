/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Prefix sums, element by element.  Whatever the algorithm, member m gets
 *
 *     (((s0 + s1) + s2) + ...) + s(m), or up to s(m-1) if the scan is exclusive
 *
 * The sum goes from the left, one member after the other, in the team's order.  So floating-point
 * results have the same bits with each algorithm, in each run, and wherever the members are.  The
 * first member's exclusive sum is zeros.  dest may be source.
 *
 * By hosts each domain gathers at its leader, and the leaders send each other the operands of their
 * domains.  Each leader sums all of them and hands out the sums of its domain's members.  If
 * leaders exchanged only the sums of their domains, they would send less, but the order of the
 * summation would change, and it would not work if members of two hosts alternate in the team.
 */
#ifndef ISHMEM_COLLECTIVE_SCAN_H
#define ISHMEM_COLLECTIVE_SCAN_H

#include "gather.h"
#include "reduce.h"

/* Combines the sum before a member with its operand into the sum after it, which is complete when
 * this returns. */
ISHMEMI_INLINE void ishmemi_scan_member(ishmemi_caller_t caller, ishmemi_group_t group,
                                        const ishmemi_reduction_t *reduction, int member,
                                        uint64_t before, uint64_t behind, uint64_t operand,
                                        size_t bytes)
{
    if (member == 0) {
        ishmemi_group_copy(caller, group, behind, operand, bytes);
    } else {
        ishmemi_reduce_pair(caller, group, reduction, behind, before, operand,
                            bytes / reduction->size);
    }
    ishmemi_group_barrier(group);
}

/* ---- By parts -------------------------------------------------------------------------------- */

/* Sums the part from `first` to `end`, member after member, in two halves of the scratch memory:
 * one holds the sum before a member, the other one the sum after it.  An operand is read before its
 * place gets a result. */
ISHMEMI_INLINE void ishmemi_scan_part(ishmemi_caller_t caller, ishmemi_group_t group,
                                      ishmemi_team_ref_t team, const ishmemi_reduction_t *reduction,
                                      int inclusive, uint64_t dest, uint64_t source, size_t first,
                                      size_t end)
{
    const size_t room = ishmemi_team_scratch_bytes(team->flags) / 2;
    uint64_t before = ishmemi_team_scratch(team);
    uint64_t behind = before + room;
    for (size_t at = first; at < end; at += room) {
        const size_t bytes = ishmemi_exchange_clip(at, room, end);
        ishmemi_zero(group, before, bytes);
        for (int member = 0; member < team->n_pes; member++) {
            const uint64_t operand = ishmemi_team_translate(caller, team, member, source + at);
            ishmemi_scan_member(caller, group, reduction, member, before, behind, operand, bytes);
            ishmemi_team_push(caller, team, member, dest + at,
                              ishmemi_memory_at(inclusive ? behind : before), bytes,
                              ishmemi_group_lane(group), ishmemi_group_lanes(group));
            ishmemi_group_barrier(group);
            const uint64_t swapped = before;
            before = behind;
            behind = swapped;
        }
    }
}

/* ---- By hosts -------------------------------------------------------------------------------- */

/* How many bytes of each member are summed at a time; 0: there is no room for so many members. */
ISHMEMI_INLINE size_t ishmemi_scan_step(ishmemi_team_ref_t team)
{
    return ishmemi_part_step(ishmemi_part_room(team), (size_t)team->largest);
}

/* A leader sums the operands of all members, for the members of its domain, in two halves of the
 * scratch memory as above. */
ISHMEMI_INLINE void ishmemi_scan_packed(ishmemi_caller_t caller, ishmemi_group_t group,
                                        ishmemi_team_ref_t team,
                                        const ishmemi_reduction_t *reduction, int inclusive,
                                        const ishmemi_exchanged_t *exchanged, uint64_t dest,
                                        size_t bytes)
{
    const ishmemi_team_ref_t near = ishmemi_team_near(team);
    const ishmemi_team_ref_t leaders = ishmemi_team_leaders(team);
    uint64_t before = ishmemi_team_scratch(leaders);
    uint64_t behind = before + ishmemi_team_scratch_bytes(leaders->flags) / 2;
    ishmemi_zero(group, before, bytes);
    int left = near->n_pes;
    for (int member = 0; left > 0; member++) {
        const ishmemi_team_seat_t seat = ishmemi_team_seat(team, member);
        const uint64_t operand =
            ishmemi_address_of(ishmemi_gather_packed_of(team, exchanged, member, bytes));
        ishmemi_scan_member(caller, group, reduction, member, before, behind, operand, bytes);
        if (seat.domain == leaders->my_pe) {
            ishmemi_team_push(caller, near, seat.number, dest,
                              ishmemi_memory_at(inclusive ? behind : before), bytes,
                              ishmemi_group_lane(group), ishmemi_group_lanes(group));
            ishmemi_group_barrier(group);
            left--;
        }
        const uint64_t swapped = before;
        before = behind;
        behind = swapped;
    }
}

/* dest may be source, because a leader stores only into the dests of members that have given it
 * their operands. */
ISHMEMI_INLINE int ishmemi_scan_by_hosts(ishmemi_caller_t caller, ishmemi_group_t group,
                                         ishmemi_team_ref_t team,
                                         const ishmemi_reduction_t *reduction, int inclusive,
                                         uint64_t dest, uint64_t source, size_t bytes)
{
    const size_t step = ishmemi_scan_step(team);
    for (size_t at = 0; at < bytes; at += step) {
        const size_t chunk = ishmemi_exchange_clip(at, step, bytes);
        const ishmemi_exchanged_t exchanged =
            ishmemi_gather_packed(caller, group, team, source + at, chunk);
        if (exchanged.failed) {
            return -1;
        }
        if (ishmemi_team_leaders(team) != 0) {
            ishmemi_scan_packed(caller, group, team, reduction, inclusive, &exchanged, dest + at,
                                chunk);
        }
    }
    return ishmemi_part_sync(caller, group, ishmemi_team_near(team));
}

/* ---- All of it ------------------------------------------------------------------------------- */

ISHMEMI_INLINE int ishmemi_scan(ishmemi_caller_t caller, ishmemi_group_t group,
                                ishmemi_team_ref_t team, const ishmemi_reduction_t *reduction,
                                ishmemi_collective_t collective, uint64_t dest, uint64_t source,
                                size_t count)
{
    const size_t bytes = count * reduction->size;
    const int inclusive = collective == ISHMEMI_COLLECTIVE_INSCAN;
    if (count == 0) {
        return 0;
    }
    const ishmemi_algorithm_t algorithm = ishmemi_choose(caller, team, collective, bytes);
    if (algorithm == ISHMEMI_ALGORITHM_HOSTS && ishmemi_scan_step(team) > 0) {
        return ishmemi_scan_by_hosts(caller, group, team, reduction, inclusive, dest, source,
                                     bytes);
    }
    if (algorithm != ISHMEMI_ALGORITHM_PARTS) {
        return ishmemi_reduce_oneshot(caller, group, team, reduction, team->my_pe + inclusive, dest,
                                      source, 0, bytes);
    }
    if (ishmemi_team_sync(caller, group, team) != 0) {
        return -1;
    }
    const size_t part = ishmemi_reduce_part(team, bytes);
    const size_t first = part * (size_t)team->my_pe;
    ishmemi_scan_part(caller, group, team, reduction, inclusive, dest, source, first,
                      first + ishmemi_exchange_clip(first, part, bytes));
    return ishmemi_team_sync(caller, group, team);
}

#endif
