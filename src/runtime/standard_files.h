/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A process that is started without stdin, stdout or stderr gives their numbers to the next files
 * that it opens; its output would then go into a connection.
 */
#ifndef ISHMEMI_STANDARD_FILES_H
#define ISHMEMI_STANDARD_FILES_H

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

/* Opens /dev/null for each of the three that is closed. */
static inline void ishmemi_standard_files_open(void)
{
    for (int number = STDIN_FILENO; number <= STDERR_FILENO; number++) {
        /* All lower numbers are open, so that open returns this one. */
        if (fcntl(number, F_GETFD) < 0 && errno == EBADF && open("/dev/null", O_RDWR) < 0) {
            return;
        }
    }
}

#endif
