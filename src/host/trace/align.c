/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * In an exchange of all PEs, nobody has what another sends before that one has sent it.  So with PE 0's
 * time when it sent, and this PE's when it received, PE 0's clock is no less ahead than the difference;
 * and no more than the difference of PE 0's receiving and this PE's sending.  The best of many rounds are
 * close to each other, as with the least of round trips.
 */
#include "align.h"

#include "allocate.h"
#include "bootstrap.h"
#include "job.h"
#include "util/clock.h"
#include <stdbool.h>
#include <stdlib.h>

#define ROUNDS 32

/* When a PE sent in a round, and received in the one before. */
typedef struct times {
    uint64_t sent;
    uint64_t received;
} times_t;

static bool is_one_machine(void)
{
    return ishmemi_job.machine_size == ishmemi_job.n_pes;
}

/* zero: PE 0's times; before: this PE's sending in the round before. */
static void narrow(ishmemi_trace_offset_t *offset, const times_t *zero, uint64_t before,
                   uint64_t received)
{
    const int64_t least = (int64_t)(zero->sent - received);
    if (least > offset->least) {
        offset->least = least;
    }
    const int64_t most = (int64_t)(zero->received - before);
    if (before != 0 && most < offset->most) {
        offset->most = most;
    }
}

ishmemi_trace_offset_t ishmemi_align(void)
{
    ishmemi_trace_offset_t offset = {INT64_MIN, INT64_MAX};
    if (is_one_machine()) {
        return (ishmemi_trace_offset_t){0, 0};
    }
    times_t *const all =
        ishmemi_allocate("the clocks of the PEs", (size_t)ishmemi_job.n_pes, sizeof *all);
    times_t mine = {0, 0};
    for (int round = 0; round < ROUNDS; round++) {
        const uint64_t before = mine.sent;
        mine.sent = ishmemi_clock_now();
        ishmemi_allgather(&mine, all, sizeof mine);
        mine.received = ishmemi_clock_now();
        narrow(&offset, &all[0], before, mine.received);
    }
    free(all);
    const bool has_clock = ishmemi_job.machine_of[ishmemi_job.my_pe] == ishmemi_job.machine_of[0];
    return has_clock ? (ishmemi_trace_offset_t){0, 0} : offset;
}
