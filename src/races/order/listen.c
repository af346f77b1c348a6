/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The listener of ze_cpu_ext.h.  Between the beginning and the end of a call, its state lies in the
 * words that the driver provides for it (ZE_CPU_CALL_WORDS).
 */
#include "listen.h"

#include "calls.h"
#include "common.h"
#include "places.h"
#include "queued.h"
#include "race.h"
#include "race_streams.h"
#include "routine_calls.h"
#include "routine_names.h"
#include "running.h"
#include "shadow.h"
#include "sites.h"
#include <string.h>

_Static_assert(sizeof(ishmemi_clock_call_t) <= sizeof(uint64_t[ZE_CPU_CALL_WORDS]),
               "the driver's room is too small");

static bool is_listening;

static ishmemi_access_kind_t kind_of(const ze_cpu_kernel_access_t *access)
{
    return access->is_atomic
               ? (access->writes ? ISHMEMI_WRITES_ATOMICALLY : ISHMEMI_READS_ATOMICALLY)
               : (access->writes ? ISHMEMI_WRITES : ISHMEMI_READS);
}

/* Most accesses end early: their memory is not symmetric, or the access is known already. */
static void on_access(const ze_cpu_kernel_access_t *access)
{
    int number;
    const uint64_t place = ishmemi_local_place_of((const void *)access->address, &number);
    const uint64_t most = ishmemi_races.units * 8;
    const int timeline = ishmemi_race_stream_of(access->location.stream);
    if (access->is_atomic && access->writes) {
        ishmemi_race_streams_release(timeline);
    }
    if (place >= most || access->bytes > most - place ||
        (!access->is_atomic && ishmemi_shadow_knows(ishmemi_races_agent_of(timeline), number, place,
                                                    access->bytes, kind_of(access)))) {
        return;
    }
    ishmemi_races_found_t found = {.count = 0};
    ishmemi_races_lock_as(timeline);
    const ishmemi_shadow_access_t touched = {ishmemi_site_of_kernel(NULL, &access->location),
                                             kind_of(access), ISHMEMI_PROGRAM, false, false};
    ishmemi_shadow_touch(number, place, access->bytes, &touched, &found);
    if (access->is_atomic && access->writes) {
        ishmemi_clock_release(number, place, false);
    }
    ishmemi_races_unlock();
    ishmemi_race_report_all(&found);
}

/* An atomic read acquires what atomic writes to the word have released. */
static void on_read(const ze_cpu_kernel_access_t *access)
{
    int number;
    const uint64_t place = ishmemi_local_place_of((const void *)access->address, &number);
    const int timeline = ishmemi_race_stream_of(access->location.stream);
    ishmemi_race_streams_acquire(timeline);
    if (place != ISHMEMI_NOWHERE) {
        ishmemi_races_lock_as(timeline);
        ishmemi_clock_acquire(number, place);
        ishmemi_races_unlock();
    }
}

static void on_begin(const ze_cpu_kernel_call_t *call)
{
    ishmemi_observed_t observed;
    if (!ishmemi_routine_call(call, &observed)) {
        return;
    }
    ishmemi_races_found_t found = {.count = 0};
    ishmemi_race_call_t of = {.found = &found};
    ishmemi_races_lock_as(ishmemi_race_stream_of(call->location.stream));
    of.site = ishmemi_site_of_kernel(call->routine, &call->location);
    ishmemi_race_call_begin(&of, &observed);
    ishmemi_races_unlock();
    memcpy(call->words, &of.joins, sizeof of.joins);
    ishmemi_race_report_all(&found);
}

static void on_end(const ze_cpu_kernel_call_t *call, uint64_t result)
{
    ishmemi_observed_t observed;
    if (!ishmemi_routine_call(call, &observed)) {
        return;
    }
    ishmemi_races_found_t found = {.count = 0};
    ishmemi_race_call_t of = {.found = &found};
    memcpy(&of.joins, call->words, sizeof of.joins);
    const bool has_seen = ishmemi_routine_has_seen(call, result);
    ishmemi_races_lock_as(ishmemi_race_stream_of(call->location.stream));
    of.site = ishmemi_site_of_kernel(call->routine, &call->location);
    ishmemi_race_call_end(&of, &observed);
    if (has_seen && observed.kind == ISHMEMI_OBSERVE_LOCK) {
        ishmemi_race_call_seen(&observed, observed.object);
    } else if (has_seen) {
        ishmemi_race_call_seen_all(&observed);
    }
    ishmemi_races_unlock();
    ishmemi_race_report_all(&found);
}

static void on_unseen(const char *kernel)
{
    (void)kernel;
    ishmemi_races_set_unseen();
}

void ishmemi_race_kernels_open(void)
{
    static const ze_cpu_kernel_listener_t listener = {.on_access = on_access,
                                                      .on_atomic_read = on_read,
                                                      .on_call_begin = on_begin,
                                                      .on_call_end = on_end,
                                                      .on_unlisted_kernel = on_unseen,
                                                      .on_stream = ishmemi_race_stream_run,
                                                      .release = ishmemi_race_stream_release,
                                                      .acquire = ishmemi_race_stream_acquire,
                                                      .acquire_process =
                                                          ishmemi_race_stream_acquire_process,
                                                      .on_append = ishmemi_race_queued_append,
                                                      .on_command_begin = ishmemi_race_queued_begin,
                                                      .on_command_end = ishmemi_race_queued_end};
    ishmemi_race_streams_open();
    ishmemi_routine_names_open();
    ishmemi_running_open();
    is_listening = ishmemi_running_listen(&listener);
}

void ishmemi_race_kernels_close(void)
{
    (void)ishmemi_running_listen(NULL);
    is_listening = false;
    ishmemi_race_streams_close();
}

bool ishmemi_race_kernels_are_reported(void)
{
    return is_listening;
}
