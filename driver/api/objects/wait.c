/* SPDX-License-Identifier: BSD-3-Clause */
/* Spinning, yielding and sleeping until a word changes; see wait.h for the protocol. */
#include "wait.h"

#include "util/clock.h"
#include "util/nap.h"
#include "util/relax.h"

#include <limits.h>
#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* Turns that only spin: 1 to 2 microseconds. */
#define SPIN_TURNS 64
/* Waking a sleeper costs the waker several microseconds, and more in a virtual machine. */
#define YIELD_NANOSECONDS 50000

/* Written once, before the first wait. */
static bool polls;

void zed_signal_poll(bool poll)
{
    polls = poll;
}

uint64_t zed_deadline(uint64_t timeout)
{
    if (timeout == ZED_FOREVER) {
        return ZED_FOREVER;
    }
    uint64_t now = ishmemi_clock_now();
    return timeout < ZED_FOREVER - now ? now + timeout : ZED_FOREVER;
}

bool zed_pause_turn(zed_pause_t *pause)
{
    if (pause->turns < SPIN_TURNS) {
        pause->turns++;
        ishmemi_relax();
        return true;
    }
    uint64_t now = ishmemi_clock_now();
    if (pause->until == 0) {
        pause->until = now + YIELD_NANOSECONDS;
    } else if (now >= pause->until) {
        return false;
    }
    sched_yield();
    return true;
}

void zed_futex_wait(_Atomic uint32_t *word, uint32_t expected, uint64_t deadline, bool shared)
{
    struct timespec time = {
        .tv_sec = (time_t)(deadline / 1000000000u),
        .tv_nsec = (long)(deadline % 1000000000u),
    };
    syscall(SYS_futex, word, FUTEX_WAIT_BITSET | (shared ? 0 : FUTEX_PRIVATE_FLAG), expected,
            deadline == ZED_FOREVER ? NULL : &time, NULL, FUTEX_BITSET_MATCH_ANY);
}

void zed_futex_wake(_Atomic uint32_t *word, bool shared)
{
    syscall(SYS_futex, word, FUTEX_WAKE | (shared ? 0 : FUTEX_PRIVATE_FLAG), INT_MAX, NULL, NULL,
            0);
}

void zed_signal_set(zed_signal_t *signal, zed_signal_state_t state, bool shared)
{
    if (atomic_exchange_explicit(&signal->state, state, memory_order_acq_rel) ==
        ZED_SIGNAL_WAITED) {
        zed_futex_wake(&signal->state, shared);
    }
}

void zed_signal_reset(zed_signal_t *signal)
{
    uint32_t state = atomic_load_explicit(&signal->state, memory_order_acquire);
    bool reset = state < ZED_SIGNAL_DONE;
    while (!reset) {
        reset = atomic_compare_exchange_weak_explicit(&signal->state, &state, ZED_SIGNAL_RESET,
                                                      memory_order_acq_rel, memory_order_acquire) ||
                state < ZED_SIGNAL_DONE;
    }
}

/* When to wake up again and read the word. */
static uint64_t sleep_end(uint64_t begin, uint64_t deadline)
{
    if (!polls) {
        return deadline;
    }
    const uint64_t now = ishmemi_clock_now();
    const uint64_t end = now + ishmemi_nap_after(now - begin);
    return end < deadline ? end : deadline;
}

/* Whether a wait for a word that a device sets, which wakes nobody, yields once more. */
static bool yields_on(uint64_t begin)
{
    if (!polls || ishmemi_clock_now() - begin >= ISHMEMI_NAP_FIRST) {
        return false;
    }
    sched_yield();
    return true;
}

bool zed_signal_wait(zed_signal_t *signal, uint64_t deadline, bool shared)
{
    zed_pause_t pause = {0};
    uint64_t begin = 0;
    while (!zed_signal_is_set(signal)) {
        bool awake = zed_pause_turn(&pause);
        if (deadline != ZED_FOREVER && ishmemi_clock_now() >= deadline) {
            return zed_signal_is_set(signal);
        }
        if (awake) {
            continue;
        }
        begin = begin == 0 ? ishmemi_clock_now() : begin;
        if (yields_on(begin)) {
            continue;
        }
        uint32_t state = ZED_SIGNAL_RESET;
        atomic_compare_exchange_strong_explicit(&signal->state, &state, ZED_SIGNAL_WAITED,
                                                memory_order_acq_rel, memory_order_acquire);
        zed_futex_wait(&signal->state, ZED_SIGNAL_WAITED, sleep_end(begin, deadline), shared);
    }
    return true;
}
