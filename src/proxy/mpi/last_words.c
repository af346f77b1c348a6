/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Layers below MPI call abort() when the process at the other end of a copy is gone, without a word
 * about which PE that was.  The library knows it a moment later, by its lifelines, says so, and ends
 * the process: an abort() from within MPI waits that long.  A program that handles SIGABRT itself
 * keeps its handler.
 *
 * word    written by                  read by               ordering
 * inside  who holds the transport's   the signal's handler  relaxed; the handler runs on the thread
 *         lock                                              that it asks about
 */
#include "last_words.h"

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <time.h>

#define PAUSE_S 2

static bool inside;
static pthread_t insider;
static bool is_installed;

static void on_abort(int number)
{
    if (__atomic_load_n(&inside, __ATOMIC_RELAXED) && pthread_equal(insider, pthread_self())) {
        nanosleep(&(struct timespec){.tv_sec = PAUSE_S}, NULL);
    }
    signal(number, SIG_DFL);
    raise(number);
}

void ishmemi_last_words_open(void)
{
    struct sigaction before;
    struct sigaction mine;
    memset(&mine, 0, sizeof mine);
    mine.sa_handler = on_abort;
    is_installed = sigaction(SIGABRT, NULL, &before) == 0 && !(before.sa_flags & SA_SIGINFO) &&
                   before.sa_handler == SIG_DFL && sigaction(SIGABRT, &mine, NULL) == 0;
}

void ishmemi_last_words_close(void)
{
    struct sigaction now;
    if (is_installed && sigaction(SIGABRT, NULL, &now) == 0 && now.sa_handler == on_abort) {
        signal(SIGABRT, SIG_DFL);
    }
    is_installed = false;
}

void ishmemi_last_words_enter(void)
{
    insider = pthread_self();
    __atomic_store_n(&inside, true, __ATOMIC_RELAXED);
}

void ishmemi_last_words_leave(void)
{
    __atomic_store_n(&inside, false, __ATOMIC_RELAXED);
}
