/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A stream runs commands in the order in which they were submitted.  Every queue and every
 * immediate list has one.  The stream's own thread, started at the first submission, runs them.  A
 * host thread that waits without a time limit for a command helps: if no thread is running
 * commands, it runs them itself up to that one, which saves two thread switches.  A wait with a
 * time limit never helps, so it never overruns.
 *
 * If the device has queues, each stream has one of them, and running a command means handing it
 * over.  The submitter does that at once.  It leaves a command that would block the host
 * (enqueue.h), and all later ones, to the stream's thread.
 *
 * Helping cannot deadlock.  A helper runs only commands that must end before the one that it waits
 * for.  It leaves commands that would wait for an event to the stream's thread, and the threads of
 * other streams run whatever a kernel waits for.  A running command never helps.
 */
#ifndef ZED_STREAM_H
#define ZED_STREAM_H

#include "command.h"
#include "driver.h"

typedef struct zed_stream zed_stream_t;

/* For commands on the device.  NULL if memory or stream numbers are exhausted. */
zed_stream_t *zed_stream_acquire(const zed_device_t *device);

/* All its commands have ended.  The caller may be the thread that ended the last one. */
void zed_stream_release(zed_stream_t *stream);

/* An empty record for the caller to fill; NULL if memory is exhausted. */
zed_command_t *zed_stream_command(zed_stream_t *stream);
void zed_stream_discard(zed_stream_t *stream, zed_command_t *command);

/* Passes the commands, linked by next, to the stream and returns the point of the last one.  Unless
 * a queue of the device has them all, a thread must then run them: the caller when it waits without
 * a limit, or the thread that zed_stream_wake wakes. */
ze_result_t zed_stream_submit(zed_stream_t *stream, zed_command_t *first, uint64_t *point);
void zed_stream_wake(zed_stream_t *stream);

/* The point of the last command submitted so far. */
uint64_t zed_stream_last(zed_stream_t *stream);

/* Success, ZE_RESULT_NOT_READY, or the first failure of a command since the last wait that returned
 * one. */
ze_result_t zed_stream_wait(uint64_t point, uint64_t timeout);

/* Helps until the signal is set, the command has ended, another thread is running commands, or a
 * command would have to wait. */
void zed_stream_help(uint64_t point, zed_signal_t *signal);

/* Waits for everything that was submitted to any stream before the call. */
void zed_stream_wait_all(void);

#endif
