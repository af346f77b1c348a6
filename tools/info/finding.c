/* SPDX-License-Identifier: BSD-3-Clause */
/* See finding.h. */
#include "finding.h"

#include <stdarg.h>
#include <stdio.h>

void finding_see(finding_t *finding, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(finding->seen, sizeof finding->seen, format, arguments);
    va_end(arguments);
}

void finding_judge(finding_t *finding, verdict_t verdict, const char *expected,
                   const char *command_format, ...)
{
    va_list arguments;
    finding->verdict = verdict;
    snprintf(finding->expected, sizeof finding->expected, "%s", expected);
    va_start(arguments, command_format);
    vsnprintf(finding->command, sizeof finding->command, command_format, arguments);
    va_end(arguments);
}
