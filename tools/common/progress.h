/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The progress of a program: a bar if somebody watches stderr, else a line on stderr for each
 * stage.  The bar is drawn into stdout if that appears on the terminal, too, because two streams
 * that a launcher passes on keep no order.  One process of a job uses it, in one thread.
 */
#ifndef TOOL_PROGRESS_H
#define TOOL_PROGRESS_H

#include <stddef.h>

/* The work has `total` steps. */
void tool_progress_begin(const char *program, size_t total);

/* Work on a part that has a name begins. */
void tool_progress_stage(const char *name);

/* A step begins; without a bar nothing is shown. */
void tool_progress_step(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Shows what is being done within the step. */
void tool_progress_detail(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Removes the bar until the next step.  Call this before the program writes anything else. */
void tool_progress_clear(void);

#endif
