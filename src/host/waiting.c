/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Who waits by polling says so again and again, and is taken to wait no more when it has been
 * silent for a while.
 *
 * word      written by           read by               ordering
 * routine   threads that wait    who tells of the end  relaxed: a constant string each
 * until     the same             the same              relaxed
 */
#include "waiting.h"

#include <stddef.h>
#include <time.h>

#define SILENCE_NS 300000000

static const char *routine_waiting;
static uint64_t until_ns;        /* UINT64_MAX: until it ends */

void ishmemi_waiting_begin(const char *routine)
{
    __atomic_store_n(&routine_waiting, routine, __ATOMIC_RELAXED);
    __atomic_store_n(&until_ns, UINT64_MAX, __ATOMIC_RELAXED);
}

void ishmemi_waiting_end(void)
{
    __atomic_store_n(&until_ns, 0, __ATOMIC_RELAXED);
}

void ishmemi_waiting_note(const char *routine, uint64_t now_ns)
{
    if (__atomic_load_n(&until_ns, __ATOMIC_RELAXED) != UINT64_MAX) {
        __atomic_store_n(&routine_waiting, routine, __ATOMIC_RELAXED);
        __atomic_store_n(&until_ns, now_ns + SILENCE_NS, __ATOMIC_RELAXED);
    }
}

const char *ishmemi_waiting_in(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    const uint64_t now_ns = (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
    return now_ns < __atomic_load_n(&until_ns, __ATOMIC_RELAXED)
               ? __atomic_load_n(&routine_waiting, __ATOMIC_RELAXED)
               : NULL;
}
