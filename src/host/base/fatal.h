/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Errors that end the job.
 */
#ifndef ISHMEMI_FATAL_H
#define ISHMEMI_FATAL_H

#include <stdnoreturn.h>

/* Says it and ends the job, every process, with a non-zero status. */
noreturn void ishmemi_fatal(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* For an error that every PE has found: PE `speaker` says it and ends the job. */
noreturn void ishmemi_fatal_together(int speaker, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The line for a bad argument: "ishmem_int_put: argument pe is 9, expected 0 to 3".  `value` and
 * `expected` are texts; ends the job. */
noreturn void ishmemi_fatal_argument(const char *routine, const char *argument, const char *value,
                                     const char *expected);

#endif
