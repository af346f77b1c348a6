/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What --help and --list print.  Completion in shells and the man page are generated from it: a
 * choice is written as a|b or in a sentence "NAME is one of a, b and c".
 */
#ifndef PERF_HELP_H
#define PERF_HELP_H

/* Both end the program. */
_Noreturn void perf_help(void);
_Noreturn void perf_list(void);

#endif
