/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Threads of our own.  The program's signals are for the program's threads, so ours block all of
 * them from their first instruction on, except for their own faults: if those were blocked, they
 * would end the process without calling a handler.
 */
#ifndef ISHMEMI_UTIL_THREAD_H
#define ISHMEMI_UTIL_THREAD_H

#include <pthread.h>
#include <signal.h>

/* As pthread_create: 0, or an error number. */
static inline int ishmemi_thread_create(pthread_t *thread, const pthread_attr_t *attributes,
                                        void *(*run)(void *), void *argument)
{
    sigset_t blocked;
    sigset_t before;
    sigfillset(&blocked);
    sigdelset(&blocked, SIGSEGV);
    sigdelset(&blocked, SIGBUS);
    sigdelset(&blocked, SIGFPE);
    sigdelset(&blocked, SIGILL);
    pthread_sigmask(SIG_SETMASK, &blocked, &before);
    const int error = pthread_create(thread, attributes, run, argument);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return error;
}

#endif
