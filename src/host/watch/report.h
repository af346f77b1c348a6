/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Kernels' reports of calls with bad arguments.
 */
#ifndef ISHMEMI_REPORT_H
#define ISHMEMI_REPORT_H

#include <stdint.h>
#include <stdnoreturn.h>

/* Logs the report in this PE's head and ends the job, if there is a report.  For a thread that has
 * seen the abort word, which is set after the report. */
void ishmemi_report_end_if_any(void);

/* Ends this process because the job ended while it waited in `routine`.  abort_word:
 * ishmemi_head_t.abort, not 0. */
noreturn void ishmemi_report_end_of_wait(const char *routine, uint64_t abort_word);

#endif
