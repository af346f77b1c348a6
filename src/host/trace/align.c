/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * In an exchange of all PEs, no PE receives data before its sender has sent it.  So the offset from
 * this PE's clock to PE 0's is at least PE 0's time of sending minus this PE's time of receiving,
 * and at most PE 0's time of receiving minus this PE's time of sending.  Over many rounds, the best
 * of these bounds come close to each other, like the shortest of many round trips.
 */
#include "align.h"

#include "allocate.h"
#include "bootstrap.h"
#include "job.h"
#include "util/clock.h"
#include <stdbool.h>
#include <stdlib.h>

#define ROUNDS 32

/* When a PE sent in a round, and when it received in the previous one. */
typedef struct times {
    uint64_t sent;
    uint64_t received;
} times_t;

static bool is_one_machine(void)
{
    return ishmemi_job.machine_size == ishmemi_job.n_pes;
}

/* zero: PE 0's times; before: when this PE sent in the previous round. */
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
