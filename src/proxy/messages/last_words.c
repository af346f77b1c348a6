/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * When the process at the other end of a copy is gone, the wire's layers call abort(), or MPI uses
 * a request that it no longer has.  Neither reports which PE that was.  The library finds out a
 * moment later, through its lifelines, reports it and ends the process.  So SIGABRT, and SIGSEGV in
 * the first page, wait that long if they come from there.  If no PE has died they then take
 * effect.
 *
 * A program that handles SIGABRT itself keeps its handler.  SIGSEGV always has a handler, from the
 * network's layer, so this one runs before it and passes every signal on.
 *
 * word    written by              read by               ordering
 * inside  the holder of the       the signal's handler  relaxed; the handler runs on the thread
 *         transport's lock                              that it asks about
 */
#include "last_words.h"

#include "engine.h"
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

#define PAUSE_S 2
/* Nothing is ever mapped there.  Programs that use faults on purpose have theirs elsewhere. */
#define FIRST_PAGE 4096

#ifndef SI_KERNEL
#define SI_KERNEL 0x80
#endif

static bool inside;
static pthread_t insider;
static bool is_installed;
static struct sigaction before_fault;

static bool is_inside(void)
{
    return __atomic_load_n(&inside, __ATOMIC_RELAXED) && pthread_equal(insider, pthread_self());
}

/* Other signals interrupt the sleep: MPICH's launcher sends one when a process has died. */
void ishmemi_last_words_wait(void)
{
    struct timespec left = {.tv_sec = PAUSE_S};
    while (nanosleep(&left, &left) != 0 && errno == EINTR) {
    }
}

static void on_abort(int number)
{
    if (is_inside()) {
        ishmemi_last_words_wait();
    }
    signal(number, SIG_DFL);
    raise(number);
}

/* The default action takes effect when the handler returns: the instruction faults again, or raise
 * repeats a signal that a process sent. */
static void pass_on(int number, siginfo_t *info, void *context)
{
    if ((before_fault.sa_flags & SA_SIGINFO) != 0) {
        before_fault.sa_sigaction(number, info, context);
    } else if (before_fault.sa_handler != SIG_DFL && before_fault.sa_handler != SIG_IGN) {
        before_fault.sa_handler(number);
    } else if (info->si_code > 0 || before_fault.sa_handler == SIG_DFL) {
        signal(number, SIG_DFL);
        if (info->si_code <= 0) {
            raise(number);
        }
    }
}

static void on_fault(int number, siginfo_t *info, void *context)
{
    const int error = errno;
    const uintptr_t address = (uintptr_t)info->si_addr;
    /* A signal that a process sent is not a fault and has no address. */
    if (info->si_code > 0 && info->si_code != SI_KERNEL && address < FIRST_PAGE && is_inside()) {
        /* Logged even if the death of another PE explains it. */
        ishmemi_engine.request->log_error(
            "SIGSEGV at address 0x%lx while this PE moved data through %s", (unsigned long)address,
            ishmemi_engine.wire->carrier);
        ishmemi_last_words_wait();
    }
    errno = error;
    pass_on(number, info, context);
}

void ishmemi_last_words_open(void)
{
    struct sigaction before;
    struct sigaction mine;
    memset(&mine, 0, sizeof mine);
    mine.sa_handler = on_abort;
    is_installed = sigaction(SIGABRT, NULL, &before) == 0 && !(before.sa_flags & SA_SIGINFO) &&
                   before.sa_handler == SIG_DFL && sigaction(SIGABRT, &mine, NULL) == 0;
    /* Only once: handlers that are set later run before this one, and it stays in their chain for
     * good. */
    static bool watches_faults;
    if (!watches_faults && sigaction(SIGSEGV, NULL, &before_fault) == 0) {
        mine.sa_sigaction = on_fault;
        mine.sa_mask = before_fault.sa_mask;
        mine.sa_flags = SA_SIGINFO | SA_ONSTACK;
        watches_faults = sigaction(SIGSEGV, &mine, NULL) == 0;
    }
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
