/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The limit of start-up: a thread that ends this PE, with a sentence that says in which step it
 * waits and for whom, when start-up takes longer than ISHMEM_START_TIMEOUT.  A PE that dies before
 * there are lifelines leaves the others in collective calls of the runtime that would never
 * return.
 */
#ifndef ISHMEMI_START_LIMIT_H
#define ISHMEMI_START_LIMIT_H

#include <stdbool.h>
#include <stdnoreturn.h>

/* seconds: 0 for no limit.  is_whole: the job is all that the launcher has started. */
void ishmemi_start_limit_begin(int seconds, bool is_whole);
void ishmemi_start_limit_end(void);

/* What start-up does now; a constant string. */
void ishmemi_start_limit_step(const char *step);

/* For waits of the runtime that can be left: whether the limit has passed, and the end if it has.
 * missing: the PEs that have not come, as text.  Waits that are not left within some seconds after
 * the limit are ended by the thread, which knows less. */
bool ishmemi_start_limit_has_passed(void);
noreturn void ishmemi_start_limit_fail(const char *missing);

#endif
