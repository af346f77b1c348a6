/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Errors that end the job.
 */
#include "fatal.h"

#include "exit.h"
#include "job.h"
#include "log.h"
#include <stdarg.h>
#include <stdlib.h>

/* A function with a format and arguments says them. */
#define SAY                             \
    do {                                \
        va_list arguments;              \
        va_start(arguments, format);    \
        ishmemi_say(format, arguments); \
        va_end(arguments);              \
    } while (0)

void ishmemi_fatal(const char *format, ...)
{
    SAY;
    ishmemi_exit_job(EXIT_FAILURE);
}

void ishmemi_fatal_together(int speaker, const char *format, ...)
{
    if (ishmemi_job.my_pe == speaker) {
        SAY;
        ishmemi_exit_job(EXIT_FAILURE);
    }
    ishmemi_exit_follow(EXIT_FAILURE);
}

void ishmemi_fatal_argument(const char *routine, const char *argument, const char *value,
                            const char *expected)
{
    ishmemi_fatal("%s: argument %s is %s, expected %s", routine, argument, value, expected);
}
