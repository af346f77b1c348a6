/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * How the programs answer --help, --version and mistakes in the command line: before a job is started,
 * and once, whichever launcher has started however many processes.
 */
#ifndef TOOL_H
#define TOOL_H

#include <stdbool.h>

/* First in main: the standard files are open, and writes beyond the limit of file sizes fail instead of ending the
 * process without a word. */
void tool_start(void);

/* Whether this is the first of the processes that a launcher has started, or the only process. */
bool tool_is_first(void);

/* The answer to --help or the like: the first process prints the text on stdout.  Ends the process. */
_Noreturn void tool_answer(const char *text);

/* The answer to --version. */
_Noreturn void tool_answer_version(const char *name);

/* The first process prints the text, or the formatted line, on stderr.  Ends the process, and the job
 * with a failure. */
_Noreturn void tool_refuse(const char *text);
_Noreturn void tool_refuse_line(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
