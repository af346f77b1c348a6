/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A point names a command: the upper 16 bits hold the stream's number, the lower 48 the command's
 * position.  Positions continue when a stream is reused, so a point never names another command.
 * Point 0 names none and has ended.
 *
 * A wait for a point needs only the stream's progress:
 *
 * word       meaning                                      written by                    ordering
 * completed  position of the last command that has ended  the thread that runs the      seq_cst
 *                                                         stream's commands
 * done       changes when a command ends while a thread   the same                      seq_cst
 *            sleeps for it (sleepers > 0)
 * sleepers   threads that sleep or are about to           these threads                 seq_cst
 *
 * Waiting threads read completed and done, the runner reads sleepers.  A sleeper writes sleepers
 * and then reads completed, while the runner writes completed and then reads sleepers.  At least
 * one must see the other's write, so the accesses are sequentially consistent.
 */
#ifndef ZED_POINT_H
#define ZED_POINT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#define ZED_STREAMS_MAX 65536
#define ZED_POSITION_BITS 48
#define ZED_POSITION_MASK ((UINT64_C(1) << ZED_POSITION_BITS) - 1)

typedef struct zed_progress {
    _Atomic uint64_t completed;
    _Atomic uint32_t done;
    _Atomic uint32_t sleepers;
} zed_progress_t;

static inline uint64_t zed_point(uint64_t stream, uint64_t position)
{
    return stream << ZED_POSITION_BITS | position;
}

/* The number of the point's stream. */
static inline uint64_t zed_point_stream(uint64_t point)
{
    return point >> ZED_POSITION_BITS;
}

/* Called before the stream's first point exists.  Streams are never freed. */
void zed_progress_publish(uint64_t stream, zed_progress_t *progress);

/* One more command has ended. */
void zed_progress_step(zed_progress_t *progress);

/* Sleeps unless the stream has reached the position.  May return spuriously. */
void zed_progress_sleep(zed_progress_t *progress, uint64_t position, uint64_t deadline);

/* For streams that run on the host: whether the command has ended, and a wait for its end that runs
 * no commands.  The wait returns false if the deadline passes first. */
bool zed_point_has_ended(uint64_t point);
bool zed_point_wait(uint64_t point, uint64_t deadline);

#endif
