/* SPDX-License-Identifier: BSD-3-Clause */
/* A line on the terminal that says what is being measured. */
#include "tune.h"

#include <stdio.h>
#include <unistd.h>

void tune_progress(const char *what, const char *how, size_t bytes)
{
    if (isatty(STDERR_FILENO)) {
        fputs("\r\033[K", stderr);
        if (what) {
            fprintf(stderr, "%s, %s, %zu bytes ...", what, how, bytes);
        }
        fflush(stderr);
    }
}
