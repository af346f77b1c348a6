/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The library's messages.  One write prints a line, so that the lines of PEs that share a terminal
 * do not mix.  A program that calls OpenSHMEM's names sees those names.
 */
#include "log.h"

#include "env.h"
#include "job.h"
#include "runtime/printable.h"
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LINE_BYTES 1024
#define HELD_BYTES 8192
#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Of the thread that starts the library; others, which build kernels meanwhile, hold nothing. */
static _Thread_local bool holding;
static char held[HELD_BYTES];

/* ---- Names ----------------------------------------------------------------------------------- */

/* Beginnings of names that OpenSHMEM has without the i; names that it lacks begin differently. */
static const char *const beginnings[] = {
    "ishmem_",           "ISHMEM_CMP_",         "ISHMEM_CTX_",         "ISHMEM_MALLOC_",
    "ISHMEM_SIGNAL_",    "ISHMEM_TEAM_INVALID", "ISHMEM_TEAM_NUM_CON", "ISHMEM_TEAM_SHARED",
    "ISHMEM_TEAM_WORLD", "ISHMEM_THREAD_"};

/* Extensions that have become routines of OpenSHMEM. */
static const char extension[] = "ishmemx_";
static const char *const adopted[] = {"ibput", "ibget", "signal_set", "signal_add",
                                      "query_initialized"};

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static bool begins(const char *text, const char *beginning)
{
    return strncmp(text, beginning, strlen(beginning)) == 0;
}

static bool is_adopted(const char *name)
{
    if (!begins(name, extension)) {
        return false;
    }
    size_t length = 0;
    while (is_letter(name[length])) {
        length++;
    }
    for (size_t i = 0; i < COUNT(adopted); i++) {
        const char *const found = strstr(name, adopted[i]);
        if (found && found < name + length) {
            return true;
        }
    }
    return false;
}

static bool has_other_name(const char *name)
{
    for (size_t i = 0; i < COUNT(beginnings); i++) {
        if (begins(name, beginnings[i])) {
            return true;
        }
    }
    return false;
}

static void cut(char *text, size_t at, size_t bytes)
{
    memmove(text + at, text + at + bytes, strlen(text + at + bytes) + 1);
}

/* Replaces names of routines and constants in the text, from a position on, with the names that
 * OpenSHMEM has for them; other names stay.  Returns the length of the text. */
static size_t rename_for_openshmem(char *text, size_t from)
{
    for (size_t i = from; text[i] != '\0' && ishmemi_env_speaks_openshmem; i++) {
        if (i > 0 && is_letter(text[i - 1])) {
            continue;
        }
        if (is_adopted(text + i)) {
            cut(text, i + strlen("ishmem"), 1);
            cut(text, i, 1);
        } else if (has_other_name(text + i)) {
            cut(text, i, 1);
        }
    }
    return strlen(text);
}

/* ---- Lines ----------------------------------------------------------------------------------- */

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
        /* For example a compiler's log. */
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
    text[bytes] = '\0';
    ishmemi_make_printable(text, "\n\t");
    bytes = rename_for_openshmem(text, (size_t)head);
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
