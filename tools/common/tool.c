/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A launcher kills the other processes when one fails.  Therefore only the process that prints
 * fails, and the others exit with success.
 */
#include "tool.h"

#include "mistake.h"
#include "runtime/ishmrun.h"
#include "runtime/launcher.h"
#include "runtime/printable.h"
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

static _Noreturn void leave(int status)
{
    fflush(NULL);
    ishmemi_launcher_end(status);
    exit(status);
}

_Noreturn void tool_answer(const char *text)
{
    if (tool_is_first() && (fputs(text, stdout) < 0 || fflush(stdout) != 0)) {
        perror("stdout");
        leave(EXIT_FAILURE);
    }
    exit(EXIT_SUCCESS);
}

_Noreturn void tool_answer_version(const char *name)
{
    char line[128];
    snprintf(line, sizeof line, "%s (libishmem) " ISHMEM_TOOL_VERSION "\n", name);
    tool_answer(line);
}

_Noreturn void tool_misused(const char *name, const char *format, ...)
{
    char sentence[TOOL_SENTENCE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    if (!tool_is_first()) {
        exit(EXIT_SUCCESS);
    }
    ishmemi_make_printable(sentence, "");
    fprintf(stderr, "%s: %s\n", name, sentence);
    leave(TOOL_MISUSED);
}

_Noreturn void tool_misused_option(const char *name, int found, char *const argv[],
                                   const struct option *options)
{
    char sentence[512];
    tool_describe_mistake(found, argv, options, sentence, sizeof sentence);
    tool_misused(name, "%s; %s --help lists the options", sentence, name);
}

_Noreturn void tool_fail(void)
{
    leave(EXIT_FAILURE);
}
