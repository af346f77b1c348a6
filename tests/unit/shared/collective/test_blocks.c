/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Where the parts of teams' blocks lie: one behind the other, for all numbers of members, and in a small
 * block in no more memory than it may take.
 */
#include "shared/team_block.h"
#include <stdio.h>
#include <stdlib.h>

#define SMALL_MOST ((uint64_t)16 << 10)

static int failed;

static void require(int condition, const char *what, uint64_t n, uint32_t flags)
{
    if (!condition && failed++ < 20) {
        fprintf(stderr, "a %s block of %llu members: %s\n",
                flags & ISHMEMI_TEAM_SMALL ? "small" : "large", (unsigned long long)n, what);
    }
}

/* Whether n members' syncs have lines enough. */
static int has_rounds(uint64_t n, uint32_t flags)
{
    const uint64_t lines =
        (ishmemi_team_broadcast_line_of(n, flags, 0) - offsetof(ishmemi_team_block_t, arrived)) /
        ISHMEMI_TEAM_LINE_BYTES;
    return n <= (uint64_t)1 << lines;
}

static void check(uint64_t n, uint32_t flags)
{
    const uint64_t words = ishmemi_team_words_bytes(n, flags);
    const uint64_t slot = ishmemi_team_slot_bytes(n, flags);
    const uint64_t rounds = ishmemi_team_doubling_rounds(n);
    const uint64_t lines = ishmemi_team_lines_offset(n, flags);
    const uint64_t broadcast_words = ishmemi_team_broadcast_words_of(n, flags, 0);
    const uint64_t unpacked = ishmemi_team_unpacked_offset(n, flags);
    const uint64_t slots = ishmemi_team_slots_offset(n, flags);
    const uint64_t doubling = ishmemi_team_doubling_offset(n, flags);
    const uint64_t signature = ishmemi_team_signature_offset(n, flags);
    const uint64_t scratch = ishmemi_team_scratch_offset(n, flags);
    const uint64_t each = words / ISHMEMI_WORD_BYTES * sizeof(uint64_t);
    require(has_rounds(n, flags), "too few lines for syncs", n, flags);
    require(ishmemi_team_words_of(n, flags, 0) == lines + 2 * n * ISHMEMI_TEAM_LINE_BYTES,
            "words overlap lines", n, flags);
    require(ishmemi_team_words_of(n, flags, 1) == ishmemi_team_words_of(n, flags, 2) + n * each,
            "words of two exchanges overlap", n, flags);
    require(broadcast_words == ishmemi_team_words_of(n, flags, 1) + n * each,
            "words of broadcasts overlap words", n, flags);
    require(unpacked == broadcast_words + ishmemi_team_broadcasts(flags) *
                                              ishmemi_team_broadcast_words(flags) *
                                              sizeof(uint64_t),
            "unpacked words overlap words of broadcasts", n, flags);
    require(slots >= unpacked + n * words, "slots overlap unpacked words", n, flags);
    require(slot == ISHMEMI_TEAM_LINE_BYTES || doubling >= slots + 2 * n * slot,
            "doubling slots overlap slots", n, flags);
    require(signature == doubling + 2 * rounds * ishmemi_team_doubling_bytes(n, flags),
            "signatures overlap doubling slots", n, flags);
    require(scratch >=
                ishmemi_team_signature_of(n, flags, 1, rounds - 1) + sizeof(ishmemi_signature_t),
            "scratch memory overlaps signatures", n, flags);
    require(!ishmemi_team_has_slices(n, flags) ||
                scratch >=
                    ishmemi_team_mark_of(n, ISHMEMI_TEAM_SLICES - 1, n - 1) + sizeof(uint64_t),
            "scratch memory overlaps marks", n, flags);
    require(ishmemi_team_block_bytes(n, flags) % ISHMEMI_TEAM_LINE_BYTES == 0 &&
                slots % ISHMEMI_TEAM_LINE_BYTES == 0 && scratch % ISHMEMI_TEAM_LINE_BYTES == 0,
            "not in whole lines", n, flags);
}

/* More members have more lines, and more rounds of doublings and comparisons. */
static uint64_t small_most(uint64_t n)
{
    const uint64_t round =
        2 * (ishmemi_team_doubling_bytes(n, ISHMEMI_TEAM_SMALL) + sizeof(ishmemi_signature_t));
    return n <= 64
               ? SMALL_MOST
               : SMALL_MOST + (n - 64) * 2 * ISHMEMI_TEAM_LINE_BYTES +
                     (ishmemi_team_doubling_rounds(n) - ishmemi_team_doubling_rounds(64)) * round;
}

int main(void)
{
    for (uint64_t n = 1; n <= 4096; n++) {
        check(n, 0);
        check(n, ISHMEMI_TEAM_SMALL);
        const uint64_t small = ishmemi_team_block_bytes(n, ISHMEMI_TEAM_SMALL);
        require(small <= small_most(n), "too large", n, ISHMEMI_TEAM_SMALL);
        require(small < ishmemi_team_block_bytes(n, 0), "larger than a large one", n,
                ISHMEMI_TEAM_SMALL);
    }
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
