/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What kernels report of their calls with bad arguments.
 */
#ifndef ISHMEMI_REPORT_H
#define ISHMEMI_REPORT_H

/* Says what the report in this PE's head says and ends the job, if there is one.  For who has seen
 * the abort word: the report is older. */
void ishmemi_report_end_if_any(void);

#endif
