/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A member's block (team.h): the words with which a team's collectives synchronise, and room for
 * data that travels with them.  All counters start from 0, because the block is zeroed when the
 * team is made, but the number of the next sync starts from 1.  They only grow, so none is ever reset.
 * The members make the same collective calls on a team, one after the other, and therefore agree on
 * the counters.
 *
 *     ishmemi_team_block_t       counters, syncs, broadcasts
 *     exchange lines             [2][n_pes] lines
 *     words                      [2][n_pes] of ishmemi_team_words_bytes() of data
 *     words of broadcasts        [ishmemi_team_broadcasts()] of ishmemi_team_broadcast_bytes() of data
 *     unpacked words             [n_pes] of ishmemi_team_words_bytes(), this PE's own
 *     exchange slots             [2][n_pes] of ishmemi_team_slot_bytes(), if that is more than a line
 *     doubling slots             [2][rounds] of ishmemi_team_doubling_bytes()
 *     signatures                 this PE's own, then [2][rounds] of other members: ishmemi_signature_t
 *     slices                     a line with the groups that have joined this PE's call, the calls on
 *                                each slice, and marks [ISHMEMI_TEAM_SLICES][n_pes]; only in a large
 *                                block, and only in a team of few members
 *     scratch                    ishmemi_team_scratch_bytes(), this PE's own; between two syncs of a
 *                                domain its members store into their leader's; the only part that
 *                                need not be zero at first
 *
 * A block is large or small.  With large blocks collectives are quick: for 4 members a block has
 * about 230 KiB.  With small ones, of at most 16 KiB for up to 64 members and 128 bytes more for
 * each further one, a program may have thousands of teams.  Their data goes in shorter pieces, and
 * never in slices.  The blocks of all members are of one size, and so are those of the teams of their
 * domains and leaders (ISHMEMI_TEAM_SMALL).  A small block has fewer lines for syncs and broadcasts
 * than ishmemi_team_block_t, and the other parts follow at once.
 *
 * word                  written by                       read by       ordering
 * ..._number            this PE                          this PE       plain: one call at a time
 * next_sync             this PE                          this PE       plain, and by a GPU a relaxed
 *                                                        addition; one call at a time
 * calls, routine        this PE                          this PE, and  plain; relaxed by the thread that
 *                                                        the report    describes a stall, which may be one
 *                                                        of a stall    call late
 * arrived[k].number     member (me - 2^k) mod n, sync    this PE       store release, load acquire
 * broadcasts[i].number  the parent in the tree           this PE       store release, load acquire
 * words                 the member that they are for     this PE       relaxed: each has its own number
 * words of a broadcast  the root                         this PE       relaxed, likewise
 * signature.number      the member that is 2^k before    this PE       store release, load acquire,
 *                       this one; its own, this PE                     after the rest of the signature
 * groups that joined    the groups of this PE's kernel    these         fetch and add, relaxed
 * calls on a slice      this PE                          this PE       plain: one call at a time
 * mark [s][m]           member m                         this PE       store release, load acquire
 * other number          the member or partner that       this PE       store release, load acquire,
 *                       the line or slot is for                        after the data in it
 *
 * Round k of sync s stores s into arrived[k] of member (me + 2^k) mod n and waits until its own
 * arrived[k] is at least s.
 *
 * In exchange u each member writes the line or slot [u mod 2][its number] of all others, and waits
 * for u in all of its own.  Two are enough: a member that writes u + 2 has seen u + 1 from all
 * members, and a member that has sent u + 1 has finished u.  The same holds for the doublings,
 * between the partners of a round.
 *
 * In exchange w in words each member stores w's lower half with the data in the words
 * [w mod 2][its number] of all others, and two are enough for the same reason.  A shorter exchange
 * leaves some words as they are, so all words are cleared before the lower halves of numbers repeat
 * (collective/words.h).
 *
 * Broadcast b uses broadcasts[b mod ishmemi_team_broadcasts()], whose number is
 * b << ISHMEMI_TEAM_CHUNK_BITS plus the chunks that have arrived, or the words of the same index.  All
 * members sync each time all lines have been used, so that no line is reused before it has been
 * read.
 *
 * With ISHMEM_CHECKS=2 each collective begins with a comparison of what its members call
 * (collective/match.h).  Round k of comparison c writes the signature [c mod 2][k] of member
 * (me + 2^k) mod n.  Two are enough: a member that begins c + 2 knows that all have begun c + 1,
 * and so have read what came for c.
 */
#ifndef ISHMEM_TEAM_BLOCK_H
#define ISHMEM_TEAM_BLOCK_H

#include "team.h"

/* Rounds of a sync: in any team, and in a team of up to 64 members. */
#define ISHMEMI_TEAM_ROUNDS 32
#define ISHMEMI_TEAM_FEW_ROUNDS 6
#define ISHMEMI_TEAM_FEW_MEMBERS 64

/* Broadcasts between two syncs: powers of two. */
#define ISHMEMI_TEAM_BROADCASTS 32
#define ISHMEMI_TEAM_SMALL_BROADCASTS 4
#define ISHMEMI_TEAM_CHUNK_BITS 24

/* A number and what it announces, in one cache line. */
#define ISHMEMI_TEAM_LINE_BYTES 64
#define ISHMEMI_TEAM_LINE_DATA 56
typedef struct ishmemi_team_line {
    uint64_t number;
    uint64_t data[7];
} ishmemi_team_line_t;

/* The bytes of data in a word of an exchange, and the most bytes of a member that go in words. */
#define ISHMEMI_WORD_BYTES 4
#define ISHMEMI_TEAM_WORDS_BYTES 1024
#define ISHMEMI_TEAM_FEW_WORDS_BYTES 32
#define ISHMEMI_TEAM_BROADCAST_BYTES 256

typedef struct ishmemi_team_block {
    uint64_t calls; /* collective calls that this PE has begun on the team */
    uint64_t
        routine; /* of the last call that a kernel began: a constant string of the kernel, or 0 */
    uint64_t next_sync; /* the number of the next sync, which is sent as it is loaded; first 1 */
    uint64_t exchange_number;
    uint64_t broadcast_number;
    uint64_t doubling_number;
    uint64_t match_number; /* comparisons that this PE has begun */
    uint64_t words_number;
    ishmemi_team_line_t arrived[ISHMEMI_TEAM_ROUNDS];
    ishmemi_team_line_t broadcasts[ISHMEMI_TEAM_BROADCASTS];
} ishmemi_team_block_t;

/* A member's call of a collective, as the others compare it.  Arguments that a routine does not
 * have are 0. */
#define ISHMEMI_SIGNATURE_NAME_BYTES 56
typedef struct ishmemi_signature {
    uint64_t number; /* of the member's comparisons on the team, from 1 */
    uint64_t call;   /* a hash of the routine's name (collective/signature.h) */
    uint64_t dest;   /* ISHMEMI_SIGNED_... */
    uint64_t source;
    uint64_t count;
    int64_t dst;
    int64_t sst;
    uint32_t size;
    int32_t root;
    int32_t pe;                                 /* the member's number in the world */
    uint32_t own_counts;                        /* 1: members may have counts that differ */
    char routine[ISHMEMI_SIGNATURE_NAME_BYTES]; /* ended by 0 */
} ishmemi_signature_t;

/* Where an object is: an offset, in the heap or in the static objects of the program; 0: elsewhere.
 * The allocator gives out no offset of 0. */
#define ISHMEMI_SIGNED_ELSEWHERE ((uint64_t)0)
#define ISHMEMI_SIGNED_STATIC ((uint64_t)1 << 62)

/* A slot is a number followed by data.  The slots of one parity share this much memory.  Where a
 * slot would have no more than a line, everything goes in the lines. */
#define ISHMEMI_TEAM_SLOTS_BYTES 65536
#define ISHMEMI_TEAM_SMALL_SLOTS_BYTES 1024
#define ISHMEMI_TEAM_DOUBLING_BYTES 4096
#define ISHMEMI_TEAM_SMALL_DOUBLING_BYTES 256
#define ISHMEMI_TEAM_SCRATCH_BYTES 32768
#define ISHMEMI_TEAM_SMALL_SCRATCH_BYTES 512

/* The most slices of a call, and the most members of a team that has room for their marks. */
#define ISHMEMI_TEAM_SLICES 64
#define ISHMEMI_TEAM_SLICES_MEMBERS 64

/* ---- Sizes ----------------------------------------------------------------------------------- */

/* flags: the team's.  The sizes are computed from what a kernel reads of a team in any case.  Where this
 * must be quick, callers pass constants, so that each lane computes no more than for one size. */
static inline int ishmemi_team_is_small(uint32_t flags)
{
    return (flags & ISHMEMI_TEAM_SMALL) != 0;
}

static inline uint64_t ishmemi_team_slot_bytes(uint64_t n_pes, uint32_t flags)
{
    const uint64_t all =
        ishmemi_team_is_small(flags) ? ISHMEMI_TEAM_SMALL_SLOTS_BYTES : ISHMEMI_TEAM_SLOTS_BYTES;
    const uint64_t bytes = all / n_pes / ISHMEMI_TEAM_LINE_BYTES * ISHMEMI_TEAM_LINE_BYTES;
    return bytes > ISHMEMI_TEAM_LINE_BYTES ? bytes : ISHMEMI_TEAM_LINE_BYTES;
}

/* Less in larger teams, so that the slots of all rounds take little memory. */
static inline uint64_t ishmemi_team_doubling_bytes(uint64_t n_pes, uint32_t flags)
{
    return !ishmemi_team_is_small(flags) ? ISHMEMI_TEAM_DOUBLING_BYTES
           : n_pes <= 16                 ? ISHMEMI_TEAM_SMALL_DOUBLING_BYTES
                                         : ISHMEMI_TEAM_SMALL_DOUBLING_BYTES / 2;
}

static inline uint64_t ishmemi_team_scratch_bytes(uint32_t flags)
{
    return ishmemi_team_is_small(flags) ? ISHMEMI_TEAM_SMALL_SCRATCH_BYTES
                                        : ISHMEMI_TEAM_SCRATCH_BYTES;
}

/* The bytes of data, and the words, that a member sends at most: less in larger teams, so that those
 * of all members take little memory. */
static inline uint64_t ishmemi_team_words_bytes(uint64_t n_pes, uint32_t flags)
{
    const uint64_t large = n_pes <= 16   ? ISHMEMI_TEAM_WORDS_BYTES
                           : n_pes <= 64 ? ISHMEMI_TEAM_WORDS_BYTES / 4
                                         : ISHMEMI_TEAM_FEW_WORDS_BYTES;
    const uint64_t small = n_pes <= 32   ? ISHMEMI_TEAM_FEW_WORDS_BYTES
                           : n_pes <= 64 ? ISHMEMI_TEAM_FEW_WORDS_BYTES / 4
                                         : 0;
    return ishmemi_team_is_small(flags) ? small : large;
}

static inline uint64_t ishmemi_team_words(uint64_t n_pes, uint32_t flags)
{
    return ishmemi_team_words_bytes(n_pes, flags) / ISHMEMI_WORD_BYTES;
}

static inline uint64_t ishmemi_team_broadcasts(uint32_t flags)
{
    return ishmemi_team_is_small(flags) ? ISHMEMI_TEAM_SMALL_BROADCASTS : ISHMEMI_TEAM_BROADCASTS;
}

static inline uint64_t ishmemi_team_broadcast_bytes(uint32_t flags)
{
    return ishmemi_team_is_small(flags) ? ISHMEMI_TEAM_FEW_WORDS_BYTES
                                        : ISHMEMI_TEAM_BROADCAST_BYTES;
}

static inline uint64_t ishmemi_team_broadcast_words(uint32_t flags)
{
    return ishmemi_team_broadcast_bytes(flags) / ISHMEMI_WORD_BYTES;
}

/* Rounds in which members double, and the round in which the members beyond a power of two join and
 * receive their result. */
static inline uint64_t ishmemi_team_doubling_rounds(uint64_t n_pes)
{
    uint64_t rounds = 1;
    while (n_pes > 1) {
        rounds++;
        n_pes /= 2;
    }
    return rounds;
}

/* ---- Offsets in the block -------------------------------------------------------------------- */

/* The line of a broadcast whose number has this index. */
static inline uint64_t ishmemi_team_broadcast_line_of(uint64_t n_pes, uint32_t flags,
                                                      uint64_t index)
{
    const int few = ishmemi_team_is_small(flags) && n_pes <= ISHMEMI_TEAM_FEW_MEMBERS;
    const uint64_t rounds = few ? ISHMEMI_TEAM_FEW_ROUNDS : ISHMEMI_TEAM_ROUNDS;
    return __builtin_offsetof(ishmemi_team_block_t, arrived) +
           (rounds + index) * ISHMEMI_TEAM_LINE_BYTES;
}

static inline uint64_t ishmemi_team_lines_offset(uint64_t n_pes, uint32_t flags)
{
    return ishmemi_team_broadcast_line_of(n_pes, flags, ishmemi_team_broadcasts(flags));
}

/* The words of exchange `number`. */
static inline uint64_t ishmemi_team_words_of(uint64_t n_pes, uint32_t flags, uint64_t number)
{
    return ishmemi_team_lines_offset(n_pes, flags) +
           n_pes * (2 * ISHMEMI_TEAM_LINE_BYTES +
                    (number & 1) * ishmemi_team_words(n_pes, flags) * sizeof(uint64_t));
}

/* The words of a broadcast whose number has this index. */
static inline uint64_t ishmemi_team_broadcast_words_of(uint64_t n_pes, uint32_t flags,
                                                       uint64_t index)
{
    return ishmemi_team_words_of(n_pes, flags, 0) + (2 * n_pes * ishmemi_team_words(n_pes, flags) +
                                                     index * ishmemi_team_broadcast_words(flags)) *
                                                        sizeof(uint64_t);
}

static inline uint64_t ishmemi_team_unpacked_offset(uint64_t n_pes, uint32_t flags)
{
    return ishmemi_team_broadcast_words_of(n_pes, flags, ishmemi_team_broadcasts(flags));
}

static inline uint64_t ishmemi_team_slots_offset(uint64_t n_pes, uint32_t flags)
{
    const uint64_t end =
        ishmemi_team_unpacked_offset(n_pes, flags) + n_pes * ishmemi_team_words_bytes(n_pes, flags);
    return (end + ISHMEMI_TEAM_LINE_BYTES - 1) / ISHMEMI_TEAM_LINE_BYTES * ISHMEMI_TEAM_LINE_BYTES;
}

static inline uint64_t ishmemi_team_doubling_offset(uint64_t n_pes, uint32_t flags)
{
    const uint64_t slot = ishmemi_team_slot_bytes(n_pes, flags);
    return ishmemi_team_slots_offset(n_pes, flags) +
           (slot > ISHMEMI_TEAM_LINE_BYTES ? 2 * n_pes * slot : 0);
}

/* This PE's own signature; below, the signatures of other members. */
static inline uint64_t ishmemi_team_signature_offset(uint64_t n_pes, uint32_t flags)
{
    return ishmemi_team_doubling_offset(n_pes, flags) +
           2 * ishmemi_team_doubling_rounds(n_pes) * ishmemi_team_doubling_bytes(n_pes, flags);
}

static inline uint64_t ishmemi_team_signature_of(uint64_t n_pes, uint32_t flags, uint64_t number,
                                                 uint64_t round)
{
    const uint64_t index = 1 + (number & 1) * ishmemi_team_doubling_rounds(n_pes) + round;
    return ishmemi_team_signature_offset(n_pes, flags) + index * sizeof(ishmemi_signature_t);
}

static inline uint64_t ishmemi_team_signatures_end(uint64_t n_pes, uint32_t flags)
{
    return ishmemi_team_signature_of(n_pes, flags, 1, ishmemi_team_doubling_rounds(n_pes));
}

/* In a large block, the line of the groups; below, the calls, and a member's mark of a slice
 * (collective/slices.h). */
static inline uint64_t ishmemi_team_joined_offset(uint64_t n_pes)
{
    return ishmemi_team_signatures_end(n_pes, 0);
}

static inline uint64_t ishmemi_team_slice_calls_offset(uint64_t n_pes)
{
    return ishmemi_team_joined_offset(n_pes) + ISHMEMI_TEAM_LINE_BYTES;
}

static inline uint64_t ishmemi_team_mark_of(uint64_t n_pes, uint64_t slice, uint64_t member)
{
    return ishmemi_team_slice_calls_offset(n_pes) +
           (ISHMEMI_TEAM_SLICES + slice * n_pes + member) * sizeof(uint64_t);
}

/* Whether a block has marks of slices. */
static inline int ishmemi_team_has_slices(uint64_t n_pes, uint32_t flags)
{
    return !ishmemi_team_is_small(flags) && n_pes <= ISHMEMI_TEAM_SLICES_MEMBERS;
}

static inline uint64_t ishmemi_team_scratch_offset(uint64_t n_pes, uint32_t flags)
{
    return ishmemi_team_has_slices(n_pes, flags)
               ? ishmemi_team_mark_of(n_pes, ISHMEMI_TEAM_SLICES, 0)
               : ishmemi_team_signatures_end(n_pes, flags);
}

/* A multiple of a line; the address of a block is one too. */
static inline uint64_t ishmemi_team_block_bytes(uint64_t n_pes, uint32_t flags)
{
    return ishmemi_team_scratch_offset(n_pes, flags) + ishmemi_team_scratch_bytes(flags);
}

#endif
