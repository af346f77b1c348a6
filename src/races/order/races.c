/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The observer (observe/observe.h) that turns calls of host routines into accesses and orders.
 */
#include "races.h"

#include "allocate.h"
#include "bootstrap.h"
#include "calls.h"
#include "common.h"
#include "env.h"
#include "job.h"
#include "listen.h"
#include "log.h"
#include "observe.h"
#include "queued.h"
#include "race.h"
#include "race_streams.h"
#include "race_threads.h"
#include "sites.h"
#include <stdlib.h>

/* This thread's call.  There is little room for thread-local variables of libraries that are loaded
 * late, so what is found lies on the stack of begin and end. */
static _Thread_local ishmemi_race_call_t current;

static void begin(const ishmemi_observed_t *call)
{
    if (call->path == ISHMEMI_PATH_QUEUE) {
        ishmemi_races_expect_calls();
        ishmemi_race_queued_open(call);
        return;
    }
    ishmemi_races_found_t found = {.count = 0};
    current.site = ishmemi_site_here(call->routine);
    current.found = &found;
    ishmemi_races_lock();
    ishmemi_race_streams_begin_call();
    ishmemi_race_call_begin(&current, call);
    ishmemi_races_unlock();
    current.found = NULL;
    ishmemi_race_report_all(&found);
}

static void end(const ishmemi_observed_t *call)
{
    if (call->path == ISHMEMI_PATH_QUEUE) {
        ishmemi_race_queued_close();
        return;
    }
    ishmemi_races_found_t found = {.count = 0};
    current.found = &found;
    ishmemi_races_lock();
    ishmemi_race_call_end(&current, call);
    ishmemi_races_unlock();
    current.found = NULL;
    ishmemi_race_report_all(&found);
}

static void seen(const ishmemi_observed_t *call, const void *object)
{
    if (call->path != ISHMEMI_PATH_QUEUE) {
        ishmemi_races_lock();
        ishmemi_race_call_seen(call, object);
        ishmemi_races_unlock();
    }
}

static const ishmemi_observer_t observer = {begin, end, seen, .is_of_memory = true};

/* ---- The job ----------------------------------------------------------------------------------- */

int ishmemi_races_open(void)
{
    if (ishmemi_env.races == ISHMEMI_RACES_NONE) {
        return 0;
    }
    if (ishmemi_races_common_open() != 0) {
        return -1;
    }
    if (ishmemi_races.me == 0) {
        ishmemi_clocks_begin();
    }
    ishmemi_sites_open();
    ishmemi_race_calls_open();
    ishmemi_race_threads_open();
    ishmemi_race_kernels_open();
    if (!ishmemi_observe_add(&observer)) {
        ishmemi_error("ISHMEM_RACES: there are too many observers of this PE's calls");
        return -1;
    }
    return 0;
}

void ishmemi_races_expect_calls(void)
{
    if (ishmemi_races.common && !ishmemi_race_kernels_are_reported()) {
        ishmemi_races_set_unseen();
    }
}

/* The first PE of each machine contributes its machine's count. */
static void say_count(void)
{
    const uint32_t mine =
        ishmemi_races.me == 0 ? __atomic_load_n(&ishmemi_races.common->races, __ATOMIC_RELAXED) : 0;
    uint32_t *const all =
        ishmemi_allocate("the numbers of races", (size_t)ishmemi_job.n_pes, sizeof *all);
    ishmemi_allgather(&mine, all, sizeof mine);
    uint64_t sum = 0;
    for (int pe = 0; pe < ishmemi_job.n_pes; pe++) {
        sum += all[pe];
    }
    free(all);
    if (sum > 0) {
        ishmemi_notice("ISHMEM_RACES: %llu data race%s", (unsigned long long)sum,
                       sum == 1 ? "" : "s");
    }
}

void ishmemi_races_close(void)
{
    if (!ishmemi_races.common) {
        return;
    }
    ishmemi_observe_remove(&observer);
    ishmemi_race_kernels_close();
    say_count();
    ishmemi_race_threads_close();
    ishmemi_sites_close();
    ishmemi_races_common_close();
}

void ishmemi_races_forget(void)
{
    ishmemi_races.common = NULL;
}
