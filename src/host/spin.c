/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The slow parts of waiting.
 */
#include "spin.h"

#include "access.h"
#include "exit.h"
#include "log.h"
#include "processor/clock.h"
#include "report.h"
#include "waiting.h"
#include <sched.h>
#include <time.h>

/* Long against any exchange between PEs that run, short against what a user notices. */
#define YIELD_NS 1000000
/* With the kernel's timer slack about twice that. */
#define SLEEP_NS 50000

void ishmemi_spin_give_way(ishmemi_spin_t *spin, const char *routine)
{
    ishmemi_access->check_job(routine);
    const uint64_t now = ishmemi_clock_now();
    ishmemi_waiting_note(routine, now);
    if (spin->sleep_at == 0) {
        spin->sleep_at = now + YIELD_NS;
    }
    if (now < spin->sleep_at) {
        sched_yield();
    } else {
        nanosleep(&(struct timespec){.tv_nsec = SLEEP_NS}, NULL);
    }
}

_Thread_local unsigned ishmemi_spin_misses;

void ishmemi_spin_miss(void)
{
    if (ishmemi_far && ishmemi_far_poll()) {
        ishmemi_spin_misses = 0;
    } else if (ishmemi_spin_misses < ISHMEMI_SPIN_POLLS) {
        ishmemi_spin_misses++;
    } else {
        sched_yield();
    }
}

noreturn void ishmemi_spin_end(const char *routine, uint64_t abort_word)
{
    const int status = (int)(abort_word - 1);
    /* The word was loaded relaxed. */
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    ishmemi_report_end_if_any();
    if (ishmemi_exit_may_speak()) {
        ishmemi_error("%s: the job ends with status %d while this PE waits", routine, status);
    }
    ishmemi_exit_follow(status);
}
