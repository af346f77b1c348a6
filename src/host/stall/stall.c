/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reports of long waits become less frequent: after each, the time to the next doubles.
 *
 * word      written by                              read by                     ordering
 * reasons   the watcher, the signal's handler; the  the lifelines' thread       relaxed, with the
 *           lifelines' thread, which clears them                                eventfd after it
 * next_ns,  open; the lifelines' thread             the watcher, the            relaxed
 * next_end                                          lifelines' thread
 * next_look open, once there is a watcher; the      the watcher                 relaxed
 *           watcher
 * wake      open, close                             the watcher, the handler    relaxed
 */
#include "stall.h"

#include "env.h"
#include "job.h"
#include "snapshot.h"
#include "util/clock.h"
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#define SECOND_NS 1000000000
#define LONGEST_PAUSE_NS 50000000
/* All PEs that wait for one that does not come see it at the same time.  If each asked all others, there would be no
 * processor to answer.  So a PE leaves those below it this time each to ask first. */
#define TURN_NS UINT64_C(50000000)
#define LATEST_TURN 10
/* Time for a PE that ends the job to do so. */
#define END_NS UINT64_C(5000000000)
#define RAREST_NS UINT64_C(3600000000000)

static unsigned reasons;
static uint64_t next_ns;
static uint64_t next_end_ns;
static int wake = -1;

static uint64_t next_look_ns;
/* Only the lifelines' thread uses it. */
static uint64_t interval_ns;

static struct sigaction before;
static bool handles_signal;

static uint64_t ns_of(double seconds)
{
    return (uint64_t)(seconds * SECOND_NS);
}

/* Async-signal-safe. */
static void ask(unsigned reason)
{
    const int descriptor = __atomic_load_n(&wake, __ATOMIC_RELAXED);
    const uint64_t one = 1;
    if (descriptor >= 0) {
        __atomic_or_fetch(&reasons, reason, __ATOMIC_RELAXED);
        (void)!write(descriptor, &one, sizeof one);
    }
}

static void on_signal(int number)
{
    const int error = errno;
    ask(ISHMEMI_STALL_SIGNAL);
    if (before.sa_handler != SIG_DFL) {
        before.sa_handler(number);
    }
    errno = error;
}

/* MPI's handler: this signal informs it of dead processes. */
static bool is_of_mpi(void (*handler)(int))
{
    Dl_info info;
    void *address;
    memcpy(&address, &handler, sizeof address);
    if (!dladdr(address, &info) || !info.dli_fname) {
        return false;
    }
    const char *const slash = strrchr(info.dli_fname, '/');
    return strncmp(slash ? slash + 1 : info.dli_fname, "libmpi", strlen("libmpi")) == 0;
}

/* Only if the program does not use the signal. */
static void handle_signal(void)
{
    struct sigaction ours = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
    sigemptyset(&ours.sa_mask);
    handles_signal = sigaction(SIGUSR1, NULL, &before) == 0 &&
                     (before.sa_flags & SA_SIGINFO) == 0 &&
                     (before.sa_handler == SIG_DFL ||
                      (before.sa_handler != SIG_IGN && is_of_mpi(before.sa_handler))) &&
                     sigaction(SIGUSR1, &ours, NULL) == 0;
}

static void leave_signal(void)
{
    struct sigaction now;
    if (handles_signal && sigaction(SIGUSR1, NULL, &now) == 0 && (now.sa_flags & SA_SIGINFO) == 0 &&
        now.sa_handler == on_signal) {
        (void)sigaction(SIGUSR1, &before, NULL);
    }
    handles_signal = false;
}

void ishmemi_stall_open(int descriptor)
{
    ishmemi_snapshot_open();
    __atomic_store_n(&reasons, 0, __ATOMIC_RELAXED);
    interval_ns = ns_of(ishmemi_env.stall_report);
    __atomic_store_n(&next_ns, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&next_end_ns, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&next_look_ns, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&wake, descriptor, __ATOMIC_RELAXED);
    handle_signal();
    /* The lifelines' thread has more to poll for now. */
    ask(0);
}

void ishmemi_stall_close(void)
{
    leave_signal();
    __atomic_store_n(&wake, -1, __ATOMIC_RELAXED);
    ishmemi_snapshot_close();
}

void ishmemi_stall_forget(void)
{
    __atomic_store_n(&wake, -1, __ATOMIC_RELAXED);
}

/* A small fraction of the time after which a wait is long. */
static uint64_t pause_of(void)
{
    const uint64_t part = ns_of(ishmemi_env.stall_report) / 16;
    return part != 0 && part < LONGEST_PAUSE_NS ? part : LONGEST_PAUSE_NS;
}

static uint64_t turn_of(int pe)
{
    return TURN_NS * (uint64_t)(pe < LATEST_TURN ? pe : LATEST_TURN);
}

void ishmemi_stall_look(void)
{
    const uint64_t now = ishmemi_clock_now();
    if (now < __atomic_load_n(&next_look_ns, __ATOMIC_RELAXED)) {
        return;
    }
    __atomic_store_n(&next_look_ns, now + pause_of(), __ATOMIC_RELAXED);
    const uint64_t turn = turn_of(ishmemi_job.my_pe);
    const uint64_t longest = ishmemi_snapshot_longest();
    const uint64_t report = ns_of(ishmemi_env.stall_report);
    const uint64_t timeout = ns_of(ishmemi_env.stall_timeout);
    if (timeout != 0 && longest >= timeout + turn &&
        now >= __atomic_load_n(&next_end_ns, __ATOMIC_RELAXED) + turn) {
        ask(ISHMEMI_STALL_LONG | ISHMEMI_STALL_TIMEOUT);
    } else if (report != 0 && longest >= report + turn &&
               now >= __atomic_load_n(&next_ns, __ATOMIC_RELAXED) + turn) {
        ask(ISHMEMI_STALL_LONG);
    }
}

void ishmemi_stall_ends(void)
{
    __atomic_store_n(&next_end_ns, ishmemi_clock_now() + END_NS, __ATOMIC_RELAXED);
}

/* Another PE may have reported since the watcher's look. */
unsigned ishmemi_stall_take(void)
{
    unsigned taken = __atomic_exchange_n(&reasons, 0, __ATOMIC_RELAXED);
    const uint64_t now = ishmemi_clock_now();
    if (now < __atomic_load_n(&next_end_ns, __ATOMIC_RELAXED)) {
        taken &= ~ISHMEMI_STALL_TIMEOUT;
    }
    if (!(taken & ISHMEMI_STALL_TIMEOUT) && now < __atomic_load_n(&next_ns, __ATOMIC_RELAXED)) {
        taken &= ~ISHMEMI_STALL_LONG;
    }
    return taken;
}

void ishmemi_stall_reported(void)
{
    const uint64_t now = ishmemi_clock_now();
    /* PEs that see the same stall ask at the same time; that counts as one report. */
    if (__atomic_load_n(&next_ns, __ATOMIC_RELAXED) > now + interval_ns / 2) {
        return;
    }
    interval_ns = interval_ns * 2 < RAREST_NS ? interval_ns * 2 : RAREST_NS;
    __atomic_store_n(&next_ns, now + interval_ns, __ATOMIC_RELAXED);
}

double ishmemi_stall_next(void)
{
    return (double)interval_ns / SECOND_NS;
}
