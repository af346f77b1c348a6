/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The slow parts of waiting.
 */
#include "spin.h"

#include "util/clock.h"
#include <sched.h>
#include <time.h>

/* Longer than any exchange between PEs that run, shorter than what a user notices. */
#define YIELD_NS 1000000
/* Longer than a yield takes when no other thread wants the processor. */
#define EMPTY_YIELD_NS 2000
/* With Linux's timer slack a sleep takes about twice this. */
#define SLEEP_NS 50000

bool (*ishmemi_spin_carry)(bool begins);
bool ishmemi_spin_drives;
void (*ishmemi_spin_check)(const char *routine);

/* A wait is published when the thread would sleep: publishing is then cheap compared with the
 * wait. */
static void note(ishmemi_spin_t *spin, const ishmemi_wait_t *wait, uint64_t now)
{
    ishmemi_waiting_note(wait->routine, now);
    if (spin->since == 0) {
        spin->since = now;
    } else if (spin->published) {
        ishmemi_waiting_see(spin->published, wait->seen);
    } else if (now - spin->since > YIELD_NS) {
        spin->published = ishmemi_waiting_publish(wait, spin->since);
    }
}

void ishmemi_spin_note(ishmemi_spin_t *spin, const ishmemi_wait_t *wait)
{
    ishmemi_spin_check(wait->routine);
    note(spin, wait, ishmemi_clock_now());
}

/* While no other thread wants the processor, a yield only delays the next look.  So more and more
 * looks come before the next yield, up to as many as before the first. */
static void look_before_next(ishmemi_spin_t *spin, uint64_t yielded)
{
    const unsigned most = ISHMEMI_SPIN_POLLS / ISHMEMI_SPIN_CARRIED;
    if (ishmemi_clock_now() - yielded > EMPTY_YIELD_NS) {
        spin->looks = 0;
    } else if (spin->looks < most) {
        spin->looks++;
    }
    spin->polls = ISHMEMI_SPIN_POLLS - spin->looks * ISHMEMI_SPIN_CARRIED;
}

void ishmemi_spin_give_way(ishmemi_spin_t *spin, const ishmemi_wait_t *wait)
{
    ishmemi_spin_check(wait->routine);
    const uint64_t now = ishmemi_clock_now();
    note(spin, wait, now);
    if (spin->sleep_at == 0) {
        spin->sleep_at = now + YIELD_NS;
    }
    if (now < spin->sleep_at) {
        sched_yield();
        if (ishmemi_spin_carry) {
            look_before_next(spin, now);
        }
    } else {
        nanosleep(&(struct timespec){.tv_nsec = SLEEP_NS}, NULL);
    }
}

bool ishmemi_spin_drive(void)
{
    return ishmemi_spin_drives && ishmemi_spin_carry(false);
}

_Thread_local unsigned ishmemi_spin_misses;

void ishmemi_spin_miss(void)
{
    if (ishmemi_spin_carry && ishmemi_spin_carry(ishmemi_spin_misses == 0)) {
        ishmemi_spin_misses = 0;
    } else if (ishmemi_spin_misses < ISHMEMI_SPIN_POLLS) {
        ishmemi_spin_misses++;
    } else {
        sched_yield();
    }
}
