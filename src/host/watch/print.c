/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Prints for the program.  One write prints a message, so that those of several PEs and work-items
 * do not mix.
 */
#include "print.h"

#include "fatal.h"
#include "ishmemx.h"
#include "job.h"
#include "log.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* In order with the program's own output to the stream. */
static void print_plain(FILE *stream, const char *text)
{
    size_t left = strlen(text);
    flockfile(stream);
    fflush(stream);
    while (left > 0) {
        const ssize_t written = write(fileno(stream), text, left);
        if (written <= 0) {
            break;
        }
        text += written;
        left -= (size_t)written;
    }
    funlockfile(stream);
}

void ishmemi_print(const char *file, long line, const char *function, const char *text, int type)
{
    char location[256] = "";
    if (file && function) {
        snprintf(location, sizeof location, "%s:%ld: %s: ", file, line, function);
    } else if (file) {
        snprintf(location, sizeof location, "%s:%ld: ", file, line);
    } else if (function) {
        snprintf(location, sizeof location, "%s: ", function);
    }
    /* These are lines, with or without a newline at the end of the text. */
    size_t bytes = strlen(text);
    bytes -= bytes > 0 && text[bytes - 1] == '\n';
    switch (type) {
    case (int)ISHMEMX_MSG_STDOUT:
        print_plain(stdout, text);
        break;
    case (int)ISHMEMX_MSG_STDERR:
        print_plain(stderr, text);
        break;
    case (int)ISHMEMX_MSG_WARNING:
        ishmemi_warn("%s%.*s", location, (int)bytes, text);
        break;
    case (int)ISHMEMX_MSG_ERROR:
        ishmemi_error("%s%.*s", location, (int)bytes, text);
        break;
    case (int)ISHMEMX_MSG_DEBUG:
        ishmemi_debug("%s%.*s", location, (int)bytes, text);
        break;
    default:
        ishmemi_fatal("ishmemx_print: argument msg_type is %d, expected one of ISHMEMX_MSG_DEBUG, "
                      "WARNING, ERROR, STDOUT, STDERR",
                      type);
    }
}

void ishmemi_print_test(const char *who)
{
    char text[64];
    snprintf(text, sizeof text, "PE %d: ishmemx_debug_test: called by %s\n", ishmemi_job.my_pe,
             who);
    print_plain(stderr, text);
}
