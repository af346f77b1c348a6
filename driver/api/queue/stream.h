/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A stream runs commands in the order in which they were submitted.  Every queue and
 * every immediate list has one.  The stream's own thread, made at the first
 * submission, runs them; a host thread that waits without a time limit for a command
 * runs the commands up to that one itself if nobody does at that moment, which saves
 * two thread switches.  A wait with a time limit never helps, so it never overruns.
 *
 * Where the device has queues, a stream has one of them, and to run a command is to hand it over.
 * Then the submitter does that at once.  A command that would keep the host (enqueue.h), and all
 * after it, are left to the stream's thread.
 *
 * Helping cannot deadlock: a helper runs only commands that must end before what it
 * waits for, it leaves those that would wait for an event to the stream's thread, and
 * whatever a kernel waits for is run by the threads of other streams.  A command that
 * runs never helps.
 */
#ifndef ZED_STREAM_H
#define ZED_STREAM_H

#include "command.h"
#include "driver.h"

typedef struct zed_stream zed_stream_t;

/* For commands on the device.  NULL when memory or numbers are exhausted. */
zed_stream_t *zed_stream_acquire(const zed_device_t *device);

/* All its commands have ended.  The caller may be the thread that ended the last. */
void zed_stream_release(zed_stream_t *stream);

/* An empty record for the caller to fill; NULL when memory is exhausted. */
zed_command_t *zed_stream_command(zed_stream_t *stream);
void zed_stream_discard(zed_stream_t *stream, zed_command_t *command);

/* Hands the commands, linked by next, to the stream and tells the point of the last.  Someone must
 * then run them: the caller by waiting without a limit, or the thread that zed_stream_wake wakes;
 * unless a queue of the device has them all. */
ze_result_t zed_stream_submit(zed_stream_t *stream, zed_command_t *first, uint64_t *point);
void zed_stream_wake(zed_stream_t *stream);

/* The point of the last command submitted so far. */
uint64_t zed_stream_last(zed_stream_t *stream);

/* Success, ZE_RESULT_NOT_READY, or the first failure of a command since the last wait that told
 * one. */
ze_result_t zed_stream_wait(uint64_t point, uint64_t timeout);

/* Helps until the signal is set, the command has ended, somebody else is at it, or a command would
 * have to wait. */
void zed_stream_help(uint64_t point, zed_signal_t *signal);

/* Waits for everything that was submitted to any stream before the call. */
void zed_stream_wait_all(void);

#endif
