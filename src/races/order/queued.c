/* SPDX-License-Identifier: BSD-3-Clause */
#include "queued.h"

#include "allocate.h"
#include "calls.h"
#include "common.h"
#include "race.h"
#include "sites.h"
#include <stdlib.h>

/* The routine that this thread is in, until it has appended a command. */
static _Thread_local const ishmemi_observed_t *open_call;
static _Thread_local uint32_t open_site;

typedef struct queued {
    ishmemi_observed_t call;
    ishmemi_race_call_t of;
} queued_t;

void ishmemi_race_queued_open(const ishmemi_observed_t *call)
{
    open_call = call;
    open_site = ishmemi_site_here(call->routine);
}

void ishmemi_race_queued_close(void)
{
    open_call = NULL;
}

/* If a routine appends several commands, the first stands for all: the end is seen only of
 * operations of one command. */
void ishmemi_race_queued_append(void **record)
{
    if (!open_call) {
        return;
    }
    queued_t *const queued = ishmemi_allocate_zeroed("a queued operation", 1, sizeof *queued);
    queued->call = *open_call;
    /* When its event is signalled, source and dest are the program's again. */
    queued->call.flags &= (uint16_t)~ISHMEMI_CALL_NBI;
    queued->of.site = open_site;
    open_call = NULL;
    *record = queued;
}

void ishmemi_race_queued_begin(void *record)
{
    queued_t *const queued = record;
    ishmemi_races_found_t found = {.count = 0};
    queued->of.found = &found;
    ishmemi_races_lock();
    ishmemi_race_call_begin(&queued->of, &queued->call);
    ishmemi_races_unlock();
    queued->of.found = NULL;
    ishmemi_race_report_all(&found);
}

/* A test counts as if it had found its value. */
static bool has_seen(const ishmemi_observed_t *call)
{
    return call->kind == ISHMEMI_OBSERVE_WAIT || call->kind == ISHMEMI_OBSERVE_TEST;
}

void ishmemi_race_queued_end(void *record)
{
    queued_t *const queued = record;
    ishmemi_races_found_t found = {.count = 0};
    queued->of.found = &found;
    ishmemi_races_lock();
    ishmemi_race_call_end(&queued->of, &queued->call);
    if (has_seen(&queued->call)) {
        ishmemi_race_call_seen_all(&queued->call);
    }
    ishmemi_races_unlock();
    queued->of.found = NULL;
    ishmemi_race_report_all(&found);
}
