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

#include "processor/clock.h"
#include <stddef.h>

#define SILENCE_NS 300000000

static const char *routine_waiting;
static uint64_t until_ns; /* UINT64_MAX: until it ends */

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
    return ishmemi_clock_now() < __atomic_load_n(&until_ns, __ATOMIC_RELAXED)
               ? __atomic_load_n(&routine_waiting, __ATOMIC_RELAXED)
               : NULL;
}
