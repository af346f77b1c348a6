/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A point names a command: the stream's number in the upper 16 bits, the command's position in the lower
 * 48.  Positions go on when a stream is recycled, so a point is never taken for another command's.
 * Point 0 is none, and has ended.
 *
 * How far a stream has come is all that a wait for a point needs to know:
 *
 *   completed  position of the last command that has ended; written by the thread that runs the stream's
 *              commands
 *   done       changes when a command has ended while somebody sleeps for that (sleepers > 0)
 *   sleepers   those who sleep or are about to; written by them
 *
 * A sleeper writes sleepers and then reads completed, while the runner writes completed and then reads
 * sleepers; neither must miss the other, so these accesses are sequentially consistent.
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

/* The number of the stream that the point is of. */
static inline uint64_t zed_point_stream(uint64_t point)
{
    return point >> ZED_POSITION_BITS;
}

/* Before the stream's first point exists.  Streams are never freed. */
void zed_progress_publish(uint64_t stream, zed_progress_t *progress);

/* One more command has ended. */
void zed_progress_step(zed_progress_t *progress);

/* Sleeps unless the position is reached.  May return without a reason. */
void zed_progress_sleep(zed_progress_t *progress, uint64_t position, uint64_t deadline);

/* Of streams that run on the host: whether the command has ended, and a wait for its end, which runs
 * nothing itself; false when the deadline passed first. */
bool zed_point_has_ended(uint64_t point);
bool zed_point_wait(uint64_t point, uint64_t deadline);

#endif
