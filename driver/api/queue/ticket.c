/* SPDX-License-Identifier: BSD-3-Clause */
/* How far streams have come, and waits for that. */
#include "ticket.h"

#include "util/clock.h"
#include "wait.h"

static zed_progress_t *_Atomic published[ZED_STREAMS_MAX];

void zed_progress_publish(uint64_t stream, zed_progress_t *progress)
{
    atomic_store_explicit(&published[stream], progress, memory_order_release);
}

void zed_progress_step(zed_progress_t *progress)
{
    atomic_fetch_add(&progress->completed, 1);
    if (atomic_load(&progress->sleepers) != 0) {
        atomic_fetch_add(&progress->done, 1);
        zed_futex_wake(&progress->done, false);
    }
}

void zed_progress_sleep(zed_progress_t *progress, uint64_t position, uint64_t deadline)
{
    atomic_fetch_add(&progress->sleepers, 1);
    uint32_t done = atomic_load(&progress->done);
    if (atomic_load(&progress->completed) < position) {
        zed_futex_wait(&progress->done, done, deadline, false);
    }
    atomic_fetch_sub(&progress->sleepers, 1);
}

static zed_progress_t *progress_of(uint64_t ticket)
{
    return atomic_load_explicit(&published[zed_ticket_stream(ticket)], memory_order_acquire);
}

bool zed_ticket_has_ended(uint64_t ticket)
{
    return ticket == 0 ||
           atomic_load(&progress_of(ticket)->completed) >= (ticket & ZED_POSITION_MASK);
}

bool zed_ticket_wait(uint64_t ticket, uint64_t deadline)
{
    zed_pause_t pause = {0};
    while (!zed_ticket_has_ended(ticket)) {
        if (deadline != ZED_FOREVER && ishmemi_clock_now() >= deadline) {
            return false;
        }
        if (!zed_pause_turn(&pause)) {
            zed_progress_sleep(progress_of(ticket), ticket & ZED_POSITION_MASK, deadline);
        }
    }
    return true;
}
