/* SPDX-License-Identifier: BSD-3-Clause */
/* Yielding: how, and after how many polls. */
#include "machine/idle.h"
#include "machine/clock.h"
#include "machine/processor.h"

#include <sched.h>

#define BUDGET_LEAST 8   /* another thread wants the processor */
#define BUDGET_MOST 1024 /* no other thread does */
#define CROWDED_NS 1500  /* a yield that took longer ran another thread */

void zed_idle_yield(zed_idle_t *idle)
{
    const uint64_t start = zed_clock_now();
    sched_yield();
    const uint64_t took = zed_clock_now() - start;
    if (took > CROWDED_NS) {
        idle->budget = BUDGET_LEAST;
    } else if (idle->budget < BUDGET_MOST) {
        idle->budget = idle->budget == 0 ? BUDGET_LEAST : idle->budget * 2;
    }
    idle->polls = idle->budget;
    idle->pauses =
        (zed_processor_shares_cores() ? ZED_POLLS_A_PAUSE_SHARED : ZED_POLLS_A_PAUSE_ALONE) - 1;
}
