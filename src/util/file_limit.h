/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The limit of file sizes (ulimit -f), which also holds for memory that processes share.  Beyond it
 * Linux sends SIGXFSZ, which ends the process without a message.  Between begin and end the call
 * only fails, with EFBIG.
 *
 *     ishmemi_file_limit_t limit = ishmemi_file_limit_begin();
 *     const bool good = ftruncate(file, bytes) == 0;
 *     ishmemi_file_limit_end(&limit);
 */
#ifndef ISHMEMI_UTIL_FILE_LIMIT_H
#define ISHMEMI_UTIL_FILE_LIMIT_H

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <time.h>

typedef struct ishmemi_file_limit {
    sigset_t before; /* what this thread blocks */
    int is_pending;  /* a SIGXFSZ was pending before the call */
} ishmemi_file_limit_t;

static inline void ishmemi_file_limit_set(sigset_t *set)
{
    sigemptyset(set);
    sigaddset(set, SIGXFSZ);
}

static inline ishmemi_file_limit_t ishmemi_file_limit_begin(void)
{
    ishmemi_file_limit_t limit;
    sigset_t set;
    sigset_t pending;
    ishmemi_file_limit_set(&set);
    pthread_sigmask(SIG_BLOCK, &set, &limit.before);
    sigpending(&pending);
    limit.is_pending = sigismember(&pending, SIGXFSZ);
    return limit;
}

/* Leaves errno as it is.  The signal is this thread's own. */
static inline void ishmemi_file_limit_end(const ishmemi_file_limit_t *limit)
{
    const int error = errno;
    const struct timespec at_once = {0, 0};
    sigset_t set;
    sigset_t pending;
    ishmemi_file_limit_set(&set);
    sigpending(&pending);
    if (sigismember(&pending, SIGXFSZ) && !limit->is_pending) {
        while (sigtimedwait(&set, NULL, &at_once) < 0 && errno == EINTR) {
        }
    }
    pthread_sigmask(SIG_SETMASK, &limit->before, NULL);
    errno = error;
}

/* The text for errno after such a call. */
static inline const char *ishmemi_file_error(int error)
{
    return error == EFBIG ? "it is larger than the limit on files (ulimit -f)" : strerror(error);
}

#endif
