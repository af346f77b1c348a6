/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A thread that waits by polling announces this repeatedly.  If it has not done so for a while, the
 * wait is considered over.
 *
 * word           written by         read by                 ordering
 * routine        threads that wait  messages about the end  relaxed: always a constant string
 * until          the same           the same                relaxed
 * slot.since     the slot's owner   the same, and reports   claimed by a swap from 0 to CLAIMED;
 *                                   of a stall              store release after the words; load
 *                                                           acquire
 * slot.words     the slot's owner   reports of a stall      store release, `seen` relaxed; load
 *                                                           acquire, between two loads of since
 * last.end,      threads whose      reports of a stall      relaxed
 * last.routine   wait has ended
 */
#include "waiting.h"

#include "util/clock.h"
#include <stddef.h>
#include <string.h>

#define SILENCE_NS 300000000
#define CLAIMED 1

#define WORDS (sizeof(ishmemi_wait_t) / sizeof(uint64_t))
_Static_assert(sizeof(ishmemi_wait_t) % sizeof(uint64_t) == 0, "a wait is copied in words");

struct ishmemi_waiting {
    uint64_t since_ns; /* 0: free */
    uint64_t words[WORDS];
};

static ishmemi_waiting_t slots[ISHMEMI_WAITING_SLOTS];
static struct {
    uint64_t end_ns;
    const char *routine;
} last;

static const char *routine_waiting;
static uint64_t until_ns; /* UINT64_MAX: until the wait ends */

void ishmemi_waiting_note(const char *routine, uint64_t now_ns)
{
    if (__atomic_load_n(&until_ns, __ATOMIC_RELAXED) != UINT64_MAX) {
        __atomic_store_n(&routine_waiting, routine, __ATOMIC_RELAXED);
        __atomic_store_n(&until_ns, now_ns + SILENCE_NS, __ATOMIC_RELAXED);
    }
}

const char *ishmemi_waiting_in(void)
{
    return ishmemi_clock_now() < __atomic_load_n(&until_ns, __ATOMIC_RELAXED)
               ? __atomic_load_n(&routine_waiting, __ATOMIC_RELAXED)
               : NULL;
}

/* ---- Long waits ------------------------------------------------------------------------------ */

static bool claim(ishmemi_waiting_t *slot)
{
    uint64_t free = 0;
    return __atomic_load_n(&slot->since_ns, __ATOMIC_RELAXED) == 0 &&
           __atomic_compare_exchange_n(&slot->since_ns, &free, CLAIMED, false, __ATOMIC_ACQ_REL,
                                       __ATOMIC_RELAXED);
}

ishmemi_waiting_t *ishmemi_waiting_publish(const ishmemi_wait_t *wait, uint64_t since_ns)
{
    uint64_t words[WORDS];
    memcpy(words, wait, sizeof words);
    for (size_t i = 0; i < ISHMEMI_WAITING_SLOTS; i++) {
        ishmemi_waiting_t *const slot = &slots[i];
        if (claim(slot)) {
            for (size_t word = 0; word < WORDS; word++) {
                /* Release: a reader that sees the word also sees that the slot was claimed. */
                __atomic_store_n(&slot->words[word], words[word], __ATOMIC_RELEASE);
            }
            __atomic_store_n(&slot->since_ns, since_ns, __ATOMIC_RELEASE);
            return slot;
        }
    }
    return NULL;
}

void ishmemi_waiting_see(ishmemi_waiting_t *waiting, uint64_t seen)
{
    __atomic_store_n(&waiting->words[offsetof(ishmemi_wait_t, seen) / sizeof seen], seen,
                     __ATOMIC_RELAXED);
}

void ishmemi_waiting_withdraw(ishmemi_waiting_t *waiting)
{
    const char *routine;
    memcpy(&routine, &waiting->words[offsetof(ishmemi_wait_t, routine) / sizeof(uint64_t)],
           sizeof routine);
    __atomic_store_n(&last.routine, routine, __ATOMIC_RELAXED);
    __atomic_store_n(&last.end_ns, ishmemi_clock_now(), __ATOMIC_RELAXED);
    __atomic_store_n(&waiting->since_ns, 0, __ATOMIC_RELEASE);
}

bool ishmemi_waited_counts;
_Thread_local uint64_t ishmemi_waited_ticks;

/* This thread's, between begin and end. */
static _Thread_local uint64_t began;

ishmemi_waiting_t *ishmemi_waiting_begin(const ishmemi_wait_t *wait)
{
    began = ishmemi_waited_begin();
    __atomic_store_n(&routine_waiting, wait->routine, __ATOMIC_RELAXED);
    __atomic_store_n(&until_ns, UINT64_MAX, __ATOMIC_RELAXED);
    return ishmemi_waiting_publish(wait, ishmemi_clock_now());
}

void ishmemi_waiting_end(ishmemi_waiting_t *waiting)
{
    ishmemi_waited_end(began);
    __atomic_store_n(&until_ns, 0, __ATOMIC_RELAXED);
    if (waiting) {
        ishmemi_waiting_withdraw(waiting);
    }
}

bool ishmemi_waiting_read(size_t slot, ishmemi_wait_t *wait, uint64_t *since_ns)
{
    const ishmemi_waiting_t *const from = &slots[slot];
    const uint64_t since = __atomic_load_n(&from->since_ns, __ATOMIC_ACQUIRE);
    if (since <= CLAIMED) {
        return false;
    }
    uint64_t words[WORDS];
    for (size_t word = 0; word < WORDS; word++) {
        words[word] = __atomic_load_n(&from->words[word], __ATOMIC_ACQUIRE);
    }
    memcpy(wait, words, sizeof words);
    *since_ns = since;
    return __atomic_load_n(&from->since_ns, __ATOMIC_RELAXED) == since;
}

uint64_t ishmemi_waiting_last(const char **routine)
{
    *routine = __atomic_load_n(&last.routine, __ATOMIC_RELAXED);
    return __atomic_load_n(&last.end_ns, __ATOMIC_RELAXED);
}
