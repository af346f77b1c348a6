/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Broadcast.  The caller promises that dest is ready on all members before any of them calls, so
 * data goes straight into it, and a line says how much has arrived.  A few bytes travel in the line
 * itself, or between GPUs in words.
 *
 * Ranks are members' numbers counted from the root, which is rank 0.  In the tree the parent of a
 * rank is the rank without its highest bit.  A member first sends to the child with the most
 * descendants.
 *
 * In slices the root sends each other member a part of each slice, and these send each other their
 * parts, so that no link carries more than the data once.
 *
 * By hosts each member takes part in at most two broadcasts: among the leaders, and in its domain.
 * A root that is not a leader begins with its domain; then the domain's leader goes on.
 *
 * A root of ~r is member r, whose dest is left as it is.
 */
#ifndef ISHMEM_COLLECTIVE_BROADCAST_H
#define ISHMEM_COLLECTIVE_BROADCAST_H

#include "choose.h"
#include "slices.h"
#include "sync.h"
#include "words.h"

/* The bytes that a chain passes on at a time. */
#define ISHMEMI_CHAIN_BYTES 131072

/* One broadcast, as a member sees it. */
typedef struct ishmemi_spread {
    ishmemi_team_ref_t team;
    int rank;
    int root;
    int flat;        /* all others are the root's children */
    int keeps;       /* the root's dest is left as it is */
    uint64_t line;   /* offset in the block */
    uint64_t number; /* of the line, before any chunk */
} ishmemi_spread_t;

ISHMEMI_INLINE int ishmemi_spread_member(const ishmemi_spread_t *spread, int rank)
{
    const int left = spread->team->n_pes - spread->root;
    return rank < left ? spread->root + rank : rank - left;
}

/* In a tree a rank's first child is `rank + first`, the next `rank + 2 * first` and so on.  In a
 * flat broadcast all ranks are the root's children.  0: the rank has none. */
ISHMEMI_INLINE int64_t ishmemi_spread_first(const ishmemi_spread_t *spread)
{
    if (spread->flat) {
        return spread->rank == 0 ? 1 : 0;
    }
    int64_t first = 1;
    while (first <= spread->rank) {
        first *= 2;
    }
    return first;
}

ISHMEMI_INLINE int64_t ishmemi_spread_next(const ishmemi_spread_t *spread, int64_t step)
{
    return spread->flat ? step + 1 : step * 2;
}

#define ISHMEMI_FOR_CHILDREN(spread, member)                                            \
    for (int64_t step = ishmemi_spread_first(spread);                                   \
         step != 0 && (spread)->rank + step < (spread)->team->n_pes &&                  \
         ((member) = ishmemi_spread_member((spread), (int)((spread)->rank + step)), 1); \
         step = ishmemi_spread_next((spread), step))

/* Lane 0 waits for a chunk; all lanes may read it then. */
ISHMEMI_INLINE int ishmemi_spread_wait(ishmemi_caller_t caller, ishmemi_group_t group,
                                       const ishmemi_spread_t *spread, uint64_t chunks)
{
    int failed = 0;
    if (spread->rank != 0) {
        if (ishmemi_group_lane(group) == 0) {
            failed = ishmemi_team_wait(caller, spread->team, spread->line, spread->number + chunks);
        }
        ishmemi_group_barrier(group);
        failed = (int)ishmemi_group_broadcast(group, (uint64_t)failed);
    }
    return failed;
}

/* Whether this member is the root and its dest is left as it is. */
ISHMEMI_INLINE int ishmemi_spread_keeps(const ishmemi_spread_t *spread)
{
    return spread->keeps && spread->rank == 0;
}

/* Broadcasts in the line, by lane 0. */
ISHMEMI_INLINE int ishmemi_broadcast_line(ishmemi_caller_t caller, ishmemi_group_t group,
                                          const ishmemi_spread_t *spread, uint64_t dest,
                                          const char *source, size_t bytes)
{
    const int failed = ishmemi_spread_wait(caller, group, spread, 1);
    if (!failed && ishmemi_group_lane(group) == 0) {
        const uint64_t data = spread->line + sizeof spread->number;
        const char *from = source;
        if (spread->rank != 0) {
            from = (const char *)(ISHMEMI_GLOBAL const char *)(spread->team->block + data);
        }
        int member;
        ISHMEMI_FOR_CHILDREN(spread, member)
        {
            ishmemi_team_push_flag(caller, ISHMEMI_WORK_ITEM, spread->team, member,
                                   ishmemi_team_block_of(spread->team, member) + data, from, bytes,
                                   spread->line, spread->number + 1);
        }
        char *const own = (char *)(ISHMEMI_GLOBAL char *)dest;
        if (own != from && !ishmemi_spread_keeps(spread)) {
            ishmemi_copy(caller, own, from, bytes, 0, 1);
        }
    }
    ishmemi_group_barrier(group);
    return failed;
}

/* Copies the root's source to its own dest, after the others have been sent theirs. */
ISHMEMI_INLINE void ishmemi_spread_own(ishmemi_caller_t caller, ishmemi_group_t group,
                                       const ishmemi_spread_t *spread, uint64_t dest,
                                       const char *source, size_t bytes)
{
    char *const own = (char *)(ISHMEMI_GLOBAL char *)dest;
    if (spread->rank == 0 && own != source && !spread->keeps) {
        ishmemi_copy(caller, own, source, bytes, ishmemi_group_lane(group),
                     ishmemi_group_lanes(group));
    }
    ishmemi_group_barrier(group);
}

ISHMEMI_INLINE int ishmemi_broadcast_tree(ishmemi_caller_t caller, ishmemi_group_t group,
                                          const ishmemi_spread_t *spread, uint64_t dest,
                                          const char *source, size_t bytes)
{
    if (ishmemi_spread_wait(caller, group, spread, 1) != 0) {
        return -1;
    }
    const char *const from =
        spread->rank == 0 ? source : (const char *)(ISHMEMI_GLOBAL const char *)dest;
    int member;
    ISHMEMI_FOR_CHILDREN(spread, member)
    {
        ishmemi_team_push_flag(caller, group, spread->team, member, dest, from, bytes, spread->line,
                               spread->number + 1);
    }
    ishmemi_spread_own(caller, group, spread, dest, source, bytes);
    return 0;
}

ISHMEMI_INLINE int ishmemi_broadcast_chain(ishmemi_caller_t caller, ishmemi_group_t group,
                                           const ishmemi_spread_t *spread, uint64_t dest,
                                           const char *source, size_t bytes)
{
    const char *const from =
        spread->rank == 0 ? source : (const char *)(ISHMEMI_GLOBAL const char *)dest;
    const int is_last = spread->rank + 1 == spread->team->n_pes;
    const int next = is_last ? 0 : ishmemi_spread_member(spread, spread->rank + 1);
    uint64_t chunk = 0;
    for (size_t at = 0; at < bytes; at += ISHMEMI_CHAIN_BYTES) {
        const size_t rest = bytes - at;
        chunk++;
        if (ishmemi_spread_wait(caller, group, spread, chunk) != 0) {
            return -1;
        }
        if (!is_last) {
            ishmemi_team_push_flag(caller, group, spread->team, next, dest + at, from + at,
                                   rest < ISHMEMI_CHAIN_BYTES ? rest : ISHMEMI_CHAIN_BYTES,
                                   spread->line, spread->number + chunk);
        }
    }
    ishmemi_spread_own(caller, group, spread, dest, source, bytes);
    return 0;
}

/*
 * The line says that the source may be read.  If the root's dest is its source, or is left as it
 * is, the root would have nothing to do.  Then it pushes the last of n parts to all others, in
 * total as much as each of them reads.
 */
ISHMEMI_INLINE int ishmemi_broadcast_pull(ishmemi_caller_t caller, ishmemi_group_t group,
                                          const ishmemi_spread_t *spread, uint64_t dest,
                                          const char *source, size_t bytes)
{
    const ishmemi_team_ref_t team = spread->team;
    const size_t lane = ishmemi_group_lane(group);
    const size_t lanes = ishmemi_group_lanes(group);
    if (ishmemi_spread_wait(caller, group, spread, 1) != 0) {
        return -1;
    }
    if (lane == 0) {
        int member;
        ISHMEMI_FOR_CHILDREN(spread, member)
        {
            ishmemi_team_flag(caller, team, member, spread->line, spread->number + 1);
        }
    }
    char *const own = (char *)(ISHMEMI_GLOBAL char *)dest;
    const int is_idle = own == source || spread->keeps;
    size_t pulled = bytes;
    if (is_idle) {
        const size_t part = bytes / (size_t)team->n_pes;
        pulled -= part / ISHMEMI_TEAM_LINE_BYTES * ISHMEMI_TEAM_LINE_BYTES;
    }
    if (spread->rank != 0) {
        const uint64_t from =
            ishmemi_team_translate(caller, team, spread->root, ISHMEMI_ADDRESS(source));
        ishmemi_copy(caller, own, (const char *)(ISHMEMI_GLOBAL const char *)from, pulled, lane,
                     lanes);
    } else if (!is_idle) {
        ishmemi_copy(caller, own, source, bytes, lane, lanes);
    } else {
        for (int i = 1; i < team->n_pes; i++) {
            ishmemi_team_push(caller, team, ishmemi_team_next(team, i), dest + pulled,
                              source + pulled, bytes - pulled, lane, lanes);
        }
    }
    return ishmemi_team_sync(caller, group, team);
}

/* ---- In words -------------------------------------------------------------------------------- */

/* The index of its line and of its words. */
ISHMEMI_INLINE uint64_t ishmemi_broadcast_index(ishmemi_team_ref_t team, uint64_t number)
{
    return number & (ishmemi_team_broadcasts(team->flags) - 1);
}

/* Where these are. */
ISHMEMI_INLINE uint64_t ishmemi_broadcast_line_offset(ishmemi_team_ref_t team, uint64_t number)
{
    const uint64_t index = ishmemi_broadcast_index(team, number);
    const uint64_t n = (uint64_t)team->n_pes;
    if (ISHMEMI_UNLIKELY(ishmemi_team_is_small(team->flags))) {
        return ishmemi_team_broadcast_line_of(n, ISHMEMI_TEAM_SMALL, index);
    }
    return ishmemi_team_broadcast_line_of(n, 0, index);
}

ISHMEMI_INLINE uint64_t ishmemi_broadcast_words_offset(ishmemi_team_ref_t team, uint64_t number)
{
    const uint64_t index = ishmemi_broadcast_index(team, number);
    const uint64_t n = (uint64_t)team->n_pes;
    if (ISHMEMI_UNLIKELY(ishmemi_team_is_small(team->flags))) {
        return ishmemi_team_broadcast_words_of(n, ISHMEMI_TEAM_SMALL, index);
    }
    return ishmemi_team_broadcast_words_of(n, 0, index);
}

/* The number of a broadcast.  Before its line and its words are those of an earlier one, all members
 * meet; 0: the job is being aborted. */
ISHMEMI_INLINE uint64_t ishmemi_broadcast_begin(ishmemi_caller_t caller, ishmemi_group_t group,
                                                ishmemi_team_ref_t team)
{
    const uint64_t n = (uint64_t)team->n_pes;
    ishmemi_group_barrier(group);
    const uint64_t number = ishmemi_team_count(group, &ishmemi_team_block(team)->broadcast_number);
    int failed = 0;
    if (ISHMEMI_UNLIKELY(number % ISHMEMI_WORDS_PER_CLEARING == 0)) {
        failed = ishmemi_words_clear(caller, group, team,
                                     ishmemi_team_broadcast_words_of(n, team->flags, 0),
                                     ishmemi_team_unpacked_offset(n, team->flags));
    } else if (ishmemi_broadcast_index(team, number) == 0) {
        failed = ishmemi_team_sync(caller, group, team);
    }
    return failed ? 0 : number;
}

/* What one of the `lanes` that share a broadcast in words does, between two barriers of the group: the
 * root sends to all others.  Not 0: the job is being aborted. */
ISHMEMI_INLINE int ishmemi_broadcast_words_part(ishmemi_caller_t caller, ishmemi_team_ref_t team,
                                                uint64_t dest, const char *source, size_t bytes,
                                                int root, int keeps, uint64_t number, size_t lane,
                                                size_t lanes)
{
    char *const own = (char *)(ISHMEMI_GLOBAL char *)dest;
    const ishmemi_words_t words = {source, 0, dest, 0, bytes};
    ishmemi_words_in_t in;
    in.offset = ishmemi_broadcast_words_offset(team, number);
    in.line = 0;
    in.members = 1;
    if (team->my_pe != root) {
        return ishmemi_words_receive(caller, team, &words, &in, number, lane, lanes);
    }
    ishmemi_words_send(caller, team, &words, in.offset, number, lane, lanes);
    if (own != source && !keeps) {
        ishmemi_copy(caller, own, source, bytes, lane, lanes);
    }
    return 0;
}

ISHMEMI_INLINE int ishmemi_broadcast_words(ishmemi_caller_t caller, ishmemi_group_t group,
                                           ishmemi_team_ref_t team, uint64_t dest,
                                           const char *source, size_t bytes, int root, int keeps)
{
    const uint64_t number = ishmemi_broadcast_begin(caller, group, team);
    const int failed =
        number == 0 ||
        ishmemi_broadcast_words_part(caller, team, dest, source, bytes, root, keeps, number,
                                     ishmemi_group_lane(group), ishmemi_group_lanes(group)) != 0;
    ishmemi_group_barrier(group);
    return ishmemi_group_any(group, failed);
}

/* ---- In slices ------------------------------------------------------------------------------- */

/* The part of a piece that the root sends to `rank`, which sends it to the others; a root's part is
 * empty.  Between two members the other one's part is the whole piece. */
ISHMEMI_INLINE ishmemi_piece_t ishmemi_broadcast_part_of(ishmemi_piece_t piece, int rank, int n)
{
    const size_t others = (size_t)n - 1;
    const size_t share = (piece.bytes + others - 1) / others;
    const size_t each =
        (share + ISHMEMI_TEAM_LINE_BYTES - 1) / ISHMEMI_TEAM_LINE_BYTES * ISHMEMI_TEAM_LINE_BYTES;
    const size_t before = rank > 0 ? (size_t)(rank - 1) * each : 0;
    ishmemi_piece_t part;
    part.at = piece.at + before;
    part.bytes = rank > 0 ? ishmemi_exchange_clip(before, each, piece.bytes) : 0;
    return part;
}

/* The root's slices: each other member gets its part.  The root waits for nobody.  With one other member,
 * who passes nothing on, all slices are told of together.  copies: also copies them to its own dest. */
ISHMEMI_INLINE void ishmemi_broadcast_slices_root(ishmemi_caller_t caller, ishmemi_group_t group,
                                                  const ishmemi_slices_t *slices, uint64_t dest,
                                                  const char *source, int copies)
{
    const ishmemi_team_ref_t team = slices->team;
    const size_t lane = ishmemi_group_lane(group);
    const size_t lanes = ishmemi_group_lanes(group);
    char *const own = (char *)(ISHMEMI_GLOBAL char *)dest;
    const int is_pair = team->n_pes == 2;
    const uint32_t together = is_pair && slices->step == 1 ? slices->count : 1;
    for (uint32_t slice = 0; slice < slices->count; slice += together) {
        const ishmemi_piece_t piece = ishmemi_slices_piece(slices, slice, slice + together);
        if (is_pair && copies) {
            ishmemi_team_push_two(caller, team, ishmemi_team_next(team, 1), dest + piece.at,
                                  source + piece.at, own + piece.at, source + piece.at, piece.bytes,
                                  lane, lanes);
            continue;
        }
        for (int rank = 1; rank < team->n_pes; rank++) {
            const ishmemi_piece_t part = ishmemi_broadcast_part_of(piece, rank, team->n_pes);
            ishmemi_team_push(caller, team, ishmemi_team_next(team, rank), dest + part.at,
                              source + part.at, part.bytes, lane, lanes);
        }
        if (!is_pair) {
            ishmemi_group_barrier(group);
            ishmemi_slices_tell(caller, group, slices, slice, slice + 1, ISHMEMI_SLICE_COMPLETE,
                                team->my_pe);
        }
    }
    if (is_pair) {
        ishmemi_group_barrier(group);
        ishmemi_slices_tell(caller, group, slices, 0, slices->count, ISHMEMI_SLICE_COMPLETE,
                            team->my_pe);
    }
    for (uint32_t slice = 0; slice < slices->count && !is_pair && copies; slice++) {
        const ishmemi_piece_t piece = ishmemi_slices_piece(slices, slice, slice + 1);
        ishmemi_copy(caller, own + piece.at, source + piece.at, piece.bytes, lane, lanes);
    }
}

/* Another member's slices: it passes its parts on to all but the root, and waits for theirs. */
ISHMEMI_INLINE void ishmemi_broadcast_slices_other(ishmemi_caller_t caller, ishmemi_group_t group,
                                                   ishmemi_slices_t *slices, uint64_t dest,
                                                   int root, int rank)
{
    const ishmemi_team_ref_t team = slices->team;
    const int n = team->n_pes;
    if (n == 2) {
        ishmemi_slices_await(caller, group, slices, 0, slices->count, ISHMEMI_SLICE_COMPLETE, root);
        return;
    }
    for (uint32_t slice = 0; slice < slices->count && !slices->failed; slice++) {
        const ishmemi_piece_t piece = ishmemi_slices_piece(slices, slice, slice + 1);
        const uint64_t mine = dest + ishmemi_broadcast_part_of(piece, rank, n).at;
        ishmemi_slices_await(caller, group, slices, slice, slice + 1, ISHMEMI_SLICE_COMPLETE, root);
        for (int i = 1; i < n && !slices->failed; i++) {
            const int member = ishmemi_team_next(team, i);
            if (member != root) {
                ishmemi_team_push(caller, team, member, mine,
                                  (const char *)(ISHMEMI_GLOBAL const char *)mine,
                                  ishmemi_broadcast_part_of(piece, rank, n).bytes,
                                  ishmemi_group_lane(group), ishmemi_group_lanes(group));
            }
        }
        if (!slices->failed) {
            ishmemi_group_barrier(group);
            ishmemi_slices_tell(caller, group, slices, slice, slice + 1, ISHMEMI_SLICE_COMPLETE,
                                team->my_pe);
        }
    }
    for (int i = 1; i < n && !slices->failed; i++) {
        const int member = ishmemi_team_next(team, i);
        if (member != root) {
            ishmemi_slices_await(caller, group, slices, 0, slices->count, ISHMEMI_SLICE_COMPLETE,
                                 member);
        }
    }
}

/* From this size on, one of two members loads what the root has, which meanwhile stores its own dest.  With more
 * members the root's link would carry all of it for each of them.  Both have to name the source, which they do unless
 * the root keeps its dest. */
#define ISHMEMI_BROADCAST_LOAD_BYTES ((size_t)16 << 20)

ISHMEMI_INLINE int ishmemi_broadcast_loads(ishmemi_team_ref_t team, size_t bytes, int keeps)
{
    return team->n_pes == 2 && !keeps && bytes >= ISHMEMI_BROADCAST_LOAD_BYTES &&
           (team->flags & ISHMEMI_TEAM_REACHABLE) != 0;
}

/* Between two members: the root tells that it is here, and stores its own dest while the other one loads. */
ISHMEMI_INLINE int ishmemi_broadcast_slices_load(ishmemi_caller_t caller, ishmemi_group_t group,
                                                 ishmemi_slices_t *slices, uint64_t dest,
                                                 const char *source, int is_root)
{
    const ishmemi_team_ref_t team = slices->team;
    const int other = ishmemi_team_next(team, 1);
    const uint32_t count = slices->count;
    if (is_root) {
        ishmemi_slices_tell(caller, group, slices, 0, count, ISHMEMI_SLICE_BEGUN, other);
    } else {
        ishmemi_slices_await(caller, group, slices, 0, count, ISHMEMI_SLICE_BEGUN, other);
    }
    const uint32_t together = slices->step == 1 ? count : 1;
    for (uint32_t slice = 0; slice < count && !slices->failed; slice += together) {
        const ishmemi_piece_t piece = ishmemi_slices_piece(slices, slice, slice + together);
        char *const to = (char *)(ISHMEMI_GLOBAL char *)(dest + piece.at);
        const char *const from = source + piece.at;
        if (!is_root) {
            ishmemi_team_load(caller, team, other, to, ISHMEMI_ADDRESS(from), piece.bytes,
                              ishmemi_group_lane(group), ishmemi_group_lanes(group));
        } else if (to != from) {
            ishmemi_copy(caller, to, from, piece.bytes, ishmemi_group_lane(group),
                         ishmemi_group_lanes(group));
        }
    }
    ishmemi_group_barrier(group);
    if (is_root) {
        ishmemi_slices_await(caller, group, slices, 0, count, ISHMEMI_SLICE_COMPLETE, other);
    } else if (!slices->failed) {
        ishmemi_slices_tell(caller, group, slices, 0, count, ISHMEMI_SLICE_COMPLETE, other);
    }
    ishmemi_group_barrier(group);
    return ishmemi_slices_count(group, slices);
}

/* keeps: the root's dest is left as it is. */
ISHMEMI_INLINE int ishmemi_broadcast_slices(ishmemi_caller_t caller, ishmemi_group_t group,
                                            ishmemi_team_ref_t team, ishmemi_crew_t crew,
                                            uint64_t dest, const char *source, size_t bytes,
                                            int root, int keeps)
{
    const int rank = team->my_pe - root + (team->my_pe < root ? team->n_pes : 0);
    ishmemi_slices_t slices = ishmemi_slices_share(team, crew, bytes, ISHMEMI_SLICE_BYTES);
    ishmemi_group_barrier(group);
    if (ishmemi_broadcast_loads(team, bytes, keeps)) {
        return ishmemi_broadcast_slices_load(caller, group, &slices, dest, source, rank == 0);
    }
    if (rank != 0) {
        ishmemi_broadcast_slices_other(caller, group, &slices, dest, root, rank);
        ishmemi_group_barrier(group);
        return ishmemi_slices_count(group, &slices);
    }
    ishmemi_broadcast_slices_root(caller, group, &slices, dest, source,
                                  dest != ISHMEMI_ADDRESS(source) && !keeps);
    ishmemi_group_barrier(group);
    return ishmemi_slices_count(group, &slices);
}

/* A broadcast by one algorithm. */
ISHMEMI_INLINE int ishmemi_broadcast_within(ishmemi_caller_t caller, ishmemi_group_t group,
                                            ishmemi_team_ref_t team, uint64_t dest,
                                            const char *source, size_t bytes, int root, int keeps)
{
    const ishmemi_algorithm_t algorithm =
        ishmemi_choose(caller, team, ISHMEMI_COLLECTIVE_BROADCAST, bytes);
    if (algorithm == ISHMEMI_ALGORITHM_SLICES && bytes > ISHMEMI_TEAM_LINE_DATA) {
        const ishmemi_crew_t alone = {0, 1};
        return ishmemi_broadcast_slices(caller, group, team, alone, dest, source, bytes, root,
                                        keeps);
    }
    if (ISHMEMI_UNLIKELY(ishmemi_fits_words(team, ISHMEMI_COLLECTIVE_BROADCAST, bytes))) {
        return ishmemi_broadcast_words(caller, group, team, dest, source, bytes, root, keeps);
    }
    const uint64_t number = ishmemi_broadcast_begin(caller, group, team);
    if (number == 0) {
        return -1;
    }
    ishmemi_spread_t spread;
    spread.team = team;
    spread.rank = team->my_pe - root + (team->my_pe < root ? team->n_pes : 0);
    spread.root = root;
    spread.flat = algorithm == ISHMEMI_ALGORITHM_FLAT;
    spread.keeps = keeps;
    spread.line = ishmemi_broadcast_line_offset(team, number);
    spread.number = number << ISHMEMI_TEAM_CHUNK_BITS;
    if (bytes <= ISHMEMI_TEAM_LINE_DATA) {
        return ishmemi_broadcast_line(caller, group, &spread, dest, source, bytes);
    }
    switch (algorithm) {
    case ISHMEMI_ALGORITHM_PULL:
        return ishmemi_broadcast_pull(caller, group, &spread, dest, source, bytes);
    case ISHMEMI_ALGORITHM_CHAIN:
        return ishmemi_broadcast_chain(caller, group, &spread, dest, source, bytes);
    default:
        return ishmemi_broadcast_tree(caller, group, &spread, dest, source, bytes);
    }
}

/* One of the two broadcasts that make up a broadcast by hosts. */
typedef struct ishmemi_spread_part {
    ishmemi_team_ref_t team; /* 0: this PE has no part in it */
    int root;                /* the root's number in the team */
    int has_root;            /* its root is the root of the whole broadcast */
    int is_first;            /* this PE begins with this part */
} ishmemi_spread_part_t;

/* Part 0 or 1 of this member's broadcast. */
ISHMEMI_INLINE ishmemi_spread_part_t ishmemi_broadcast_part(ishmemi_team_ref_t team, int root,
                                                            int part)
{
    const ishmemi_team_seat_t from = ishmemi_team_seat(team, root);
    const int is_mine = from.domain == ishmemi_team_seat(team, team->my_pe).domain;
    const int near_first = is_mine && from.number != 0;
    ishmemi_spread_part_t result;
    if (part == (near_first ? 0 : 1)) {
        result.team = ishmemi_team_near(team);
        result.root = is_mine ? from.number : 0;
        result.has_root = is_mine;
        result.is_first = near_first;
    } else {
        result.team = ishmemi_team_leaders(team);
        result.root = from.domain;
        result.has_root = from.number == 0;
        result.is_first = result.has_root;
    }
    return result;
}

ISHMEMI_INLINE int ishmemi_broadcast(ishmemi_caller_t caller, ishmemi_group_t group,
                                     ishmemi_team_ref_t team, uint64_t dest, const char *source,
                                     size_t bytes, int root)
{
    if (bytes == 0) {
        return 0;
    }
    const int by_hosts = ishmemi_goes_by_hosts(caller, team, ISHMEMI_COLLECTIVE_BROADCAST, bytes);
    const int keeps = root < 0;
    const int from_pe = keeps ? ~root : root;
    int failed = 0;
    for (int part = 0; part <= by_hosts && !failed; part++) {
        ishmemi_spread_part_t spread = {team, from_pe, 1, 1};
        if (by_hosts) {
            spread = ishmemi_broadcast_part(team, from_pe, part);
        }
        if (spread.team != 0) {
            /* A member that has got the data passes it on from dest. */
            const int is_kept = keeps && spread.has_root;
            const char *const from = spread.is_first || is_kept
                                         ? source
                                         : (const char *)(ISHMEMI_GLOBAL const char *)dest;
            failed = ishmemi_broadcast_within(caller, group, spread.team, dest, from, bytes,
                                              spread.root, is_kept);
        }
    }
    return failed;
}

#endif
