/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * How the programs answer --help, --version and mistakes in the command line: before a job is
 * started, and only once, whichever launcher has started them, and however many processes.
 */
#ifndef TOOL_H
#define TOOL_H

#include <getopt.h>
#include <stdbool.h>

#define TOOL_SENTENCE 4600 /* bytes of a message, with a path */

/* Call this first in main.  Afterwards the standard files are open, and writes beyond the limit of
 * file sizes fail instead of ending the process without a message. */
void tool_start(void);

/* Whether this is the first of the processes that a launcher has started, or the only process. */
bool tool_is_first(void);

/* The answer to --help or the like: the first process prints the text on stdout.  Ends the process. */
_Noreturn void tool_answer(const char *text);

/* The answer to --version. */
_Noreturn void tool_answer_version(const char *name);

/* The command line is wrong: the first process prints "NAME: sentence" on stderr.  Ends the
 * process, and the job, with TOOL_MISUSED. */
_Noreturn void tool_misused(const char *name, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The same with the mistake at which getopt_long has returned `found` (mistake.h). */
_Noreturn void tool_misused_option(const char *name, int found, char *const argv[],
                                   const struct option *options);

/* Something else hinders the first process, which has already printed what.  Ends the process, and
 * the job, with a failure. */
_Noreturn void tool_fail(void);

#endif
