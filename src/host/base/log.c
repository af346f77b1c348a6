/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the library says.  A line goes out by one write, so that the lines of several PEs that share
 * a terminal do not mix.
 */
#include "log.h"

#include "env.h"
#include "job.h"
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define LINE_BYTES 1024
#define HELD_BYTES 8192

/* Start-up runs on one thread. */
static bool holding;
static char held[HELD_BYTES];

static void say(const char *kind, const char *format, va_list arguments)
{
    char line[LINE_BYTES];
    char *text = line;
    const int head = ishmemi_job.bootstrap
                         ? snprintf(line, sizeof line, "ishmem: PE %d: %s", ishmemi_job.my_pe, kind)
                         : snprintf(line, sizeof line, "ishmem: %s", kind);
    va_list again;
    va_copy(again, arguments);
    const int body = vsnprintf(line + head, sizeof line - (size_t)head, format, arguments);
    size_t bytes = (size_t)head + (size_t)(body > 0 ? body : 0);
    if (bytes + 1 >= sizeof line) {
        /* A compiler's log, say. */
        char *const longer = malloc(bytes + 2);
        if (longer) {
            snprintf(longer, bytes + 2, "%.*s", head, line);
            vsnprintf(longer + head, bytes + 2 - (size_t)head, format, again);
            text = longer;
        } else {
            bytes = sizeof line - 2;
        }
    }
    va_end(again);
    text[bytes] = '\n';
    for (size_t done = 0; done < bytes + 1;) {
        const ssize_t written = write(STDERR_FILENO, text + done, bytes + 1 - done);
        if (written <= 0) {
            break;
        }
        done += (size_t)written;
    }
    if (text != line) {
        free(text);
    }
}

#define SAY(kind)                     \
    do {                              \
        va_list arguments;            \
        va_start(arguments, format);  \
        say(kind, format, arguments); \
        va_end(arguments);            \
    } while (0)

void ishmemi_error(const char *format, ...)
{
    if (!holding) {
        SAY("");
    } else if (!*held) {
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(held, sizeof held, format, arguments);
        va_end(arguments);
    }
}

void ishmemi_error_hold(void)
{
    holding = true;
    *held = '\0';
}

void ishmemi_error_release(void)
{
    holding = false;
    if (*held) {
        ishmemi_error("%s", held);
    }
}

void ishmemi_error_drop(void)
{
    holding = false;
}

void ishmemi_say(const char *format, va_list arguments)
{
    say("", format, arguments);
}

void ishmemi_warn(const char *format, ...)
{
    SAY("warning: ");
}

void ishmemi_notice(const char *format, ...)
{
    if (!ishmemi_job.bootstrap || ishmemi_job.my_pe == 0) {
        SAY("");
    }
}

void ishmemi_debug(const char *format, ...)
{
    if (ishmemi_env.debug) {
        SAY("debug: ");
    }
}
