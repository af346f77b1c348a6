/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The limit of start-up: a thread that ends this PE when start-up takes longer than
 * ISHMEM_START_TIMEOUT, with a message that says in which step it waits, and for which PEs.  A PE
 * that dies before there are lifelines leaves the others in collective calls of the runtime that
 * would never return.
 */
#ifndef ISHMEMI_START_LIMIT_H
#define ISHMEMI_START_LIMIT_H

#include <stdbool.h>
#include <stdnoreturn.h>

/* seconds: 0 for no limit.  is_whole: the job is everything that the launcher has started. */
void ishmemi_start_limit_begin(int seconds, bool is_whole);
void ishmemi_start_limit_end(void);

/* step: what start-up does now, a constant string. */
void ishmemi_start_limit_step(const char *step);

/* For waits of the runtime that can be left: whether the limit has passed; and the end if it has.
 * missing: the missing PEs, as text.  If a wait is not left within some seconds after the limit,
 * the thread, which knows less, ends the process. */
bool ishmemi_start_limit_has_passed(void);
noreturn void ishmemi_start_limit_fail(const char *missing);

#endif
