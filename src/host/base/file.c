/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A path may lead anywhere: to an endless device, or to a FIFO without a writer.  So the file is
 * checked before it is opened, and again afterwards; opening it never blocks.
 */
#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FIRST_BYTES ((size_t)64 << 10)

static bool is_regular(const struct stat *status, const char **why)
{
    switch (status->st_mode & S_IFMT) {
    case S_IFREG:
        return true;
    case S_IFDIR:
        *why = "it is a directory";
        return false;
    case S_IFIFO:
        *why = "it is a FIFO or a pipe, expected a file";
        return false;
    case S_IFSOCK:
        *why = "it is a socket, expected a file";
        return false;
    default:
        *why = "it is a device, expected a file";
        return false;
    }
}

bool ishmemi_file_is_regular(const char *path, const char **why)
{
    struct stat status;
    if (stat(path, &status) != 0) {
        *why = strerror(errno);
        return false;
    }
    return is_regular(&status, why);
}

static int open_regular(const char *path, const char **why)
{
    struct stat status;
    if (!ishmemi_file_is_regular(path, why)) {
        return -1;
    }
    const int file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (file < 0 || fstat(file, &status) != 0) {
        *why = strerror(errno);
    } else if (is_regular(&status, why)) {
        return file;
    }
    if (file >= 0) {
        close(file);
    }
    return -1;
}

/* Reads to the end, whatever size the file reports: it may grow, and those of /proc report none. */
static char *read_all(int file, size_t most, size_t *bytes, const char **why)
{
    char *content = NULL;
    size_t room = 0;
    ssize_t got = 1;
    for (*bytes = 0; got > 0 && *bytes <= most;) {
        if (*bytes + 1 >= room) {
            room = room == 0 ? FIRST_BYTES : 2 * room;
            char *const grown = realloc(content, room);
            if (!grown) {
                *why = "no memory for it";
                free(content);
                return NULL;
            }
            content = grown;
        }
        do {
            got = read(file, content + *bytes, room - *bytes - 1);
        } while (got < 0 && errno == EINTR);
        *bytes += got > 0 ? (size_t)got : 0;
    }
    if (got < 0 || *bytes > most) {
        *why = got < 0 ? strerror(errno) : "it is too long";
        free(content);
        return NULL;
    }
    content[*bytes] = '\0';
    return content;
}

char *ishmemi_file_read(const char *path, size_t most, size_t *bytes, const char **why)
{
    const int file = open_regular(path, why);
    if (file < 0) {
        return NULL;
    }
    char *const content = read_all(file, most, bytes, why);
    close(file);
    return content;
}
