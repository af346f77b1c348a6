/* SPDX-License-Identifier: BSD-3-Clause */
/* One program has one bar. */
#include "progress.h"

#include "terminal.h"
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

enum { BAR_CELLS = 20, TEXT_BYTES = 48 }; /* a line of 80 columns holds both */

static struct {
    const char *program;
    FILE *terminal; /* where the bar is drawn; NULL: stages are lines */
    size_t total;
    size_t begun; /* steps */
} progress;

void tool_progress_begin(const char *program, size_t total)
{
    progress.program = program;
    progress.total = total;
    progress.begun = 0;
    progress.terminal = NULL;
    if (tool_on_terminal(STDERR_FILENO)) {
        progress.terminal = tool_on_terminal(STDOUT_FILENO) ? stdout : stderr;
    }
}

void tool_progress_stage(const char *name)
{
    if (!progress.terminal) {
        fprintf(stderr, "%s: %s\n", progress.program, name);
    }
}

static void draw(const char *format, va_list arguments)
{
    char text[TEXT_BYTES];
    char bar[BAR_CELLS + 1];
    const size_t done = progress.begun > 0 ? progress.begun - 1 : 0;
    const size_t total = progress.total > done ? progress.total : done + 1;
    vsnprintf(text, sizeof text, format, arguments);
    for (size_t i = 0; i < BAR_CELLS; i++) {
        bar[i] = i < done * BAR_CELLS / total ? '#' : '.';
    }
    bar[BAR_CELLS] = '\0';
    fprintf(progress.terminal, "\r\033[K[%s] %3zu %%  %s", bar, 100 * done / total, text);
    fflush(progress.terminal);
}

void tool_progress_step(const char *format, ...)
{
    progress.begun++;
    if (progress.terminal) {
        va_list arguments;
        va_start(arguments, format);
        draw(format, arguments);
        va_end(arguments);
    }
}

void tool_progress_detail(const char *format, ...)
{
    if (progress.terminal) {
        va_list arguments;
        va_start(arguments, format);
        draw(format, arguments);
        va_end(arguments);
    }
}

void tool_progress_clear(void)
{
    if (progress.terminal) {
        fputs("\r\033[K", progress.terminal);
        fflush(progress.terminal);
    }
}
