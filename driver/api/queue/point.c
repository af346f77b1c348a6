/* SPDX-License-Identifier: BSD-3-Clause */
/* How far streams have come, and waits for their progress. */
#include "point.h"

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

static zed_progress_t *progress_of(uint64_t point)
{
    return atomic_load_explicit(&published[zed_point_stream(point)], memory_order_acquire);
}

bool zed_point_has_ended(uint64_t point)
{
    return point == 0 || atomic_load(&progress_of(point)->completed) >= (point & ZED_POSITION_MASK);
}

bool zed_point_wait(uint64_t point, uint64_t deadline)
{
    zed_pause_t pause = {0};
    while (!zed_point_has_ended(point)) {
        if (deadline != ZED_FOREVER && ishmemi_clock_now() >= deadline) {
            return false;
        }
        if (!zed_pause_turn(&pause)) {
            zed_progress_sleep(progress_of(point), point & ZED_POSITION_MASK, deadline);
        }
    }
    return true;
}
