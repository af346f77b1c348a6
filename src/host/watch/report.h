/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What kernels report of their calls with bad arguments.
 */
#ifndef ISHMEMI_REPORT_H
#define ISHMEMI_REPORT_H

#include <stdint.h>
#include <stdnoreturn.h>

/* Says what the report in this PE's head says and ends the job, if there is one.  For who has seen
 * the abort word: the report is older. */
void ishmemi_report_end_if_any(void);

/* Ends this process: the job ended while it waited in `routine`.  abort_word: ishmemi_head_t.abort,
 * not 0. */
noreturn void ishmemi_report_end_of_wait(const char *routine, uint64_t abort_word);

#endif
