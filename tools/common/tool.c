/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A launcher kills the other processes when one fails, so only the process that speaks fails: the others
 * leave with success.
 */
#include "tool.h"

#include "launcher.h"
#include "runtime/ishmrun.h"
#include "runtime/standard_files.h"
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void tool_start(void)
{
    ishmemi_standard_files_open();
    signal(SIGXFSZ, SIG_IGN);
}

bool tool_is_first(void)
{
    const char *const rank = getenv(ISHMEMI_ISHMRUN_RANK);
    return rank ? strtol(rank, NULL, 10) == 0 : ishmemi_launcher_find().rank == 0;
}

static _Noreturn void leave_with_failure(void)
{
    fflush(NULL);
    ishmemi_launcher_end(EXIT_FAILURE);
    exit(EXIT_FAILURE);
}

_Noreturn void tool_answer(const char *text)
{
    if (tool_is_first() && (fputs(text, stdout) < 0 || fflush(stdout) != 0)) {
        perror("stdout");
        leave_with_failure();
    }
    exit(EXIT_SUCCESS);
}

_Noreturn void tool_answer_version(const char *name)
{
    char line[128];
    snprintf(line, sizeof line, "%s (libishmem) " ISHMEM_TOOL_VERSION "\n", name);
    tool_answer(line);
}

_Noreturn void tool_refuse(const char *text)
{
    if (!tool_is_first()) {
        exit(EXIT_SUCCESS);
    }
    fputs(text, stderr);
    leave_with_failure();
}

_Noreturn void tool_refuse_line(const char *format, ...)
{
    char line[1024];
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(line, sizeof line - 1, format, arguments);
    va_end(arguments);
    const size_t end = length < 0                         ? 0
                       : (size_t)length < sizeof line - 1 ? (size_t)length
                                                          : sizeof line - 2;
    line[end] = '\n';
    line[end + 1] = '\0';
    tool_refuse(line);
}
