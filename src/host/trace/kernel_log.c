/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See kernel_log.h; shared/kernel_log.h has the table of the words that kernels and the host share.
 *
 * If the host loads and stores device memory, the watcher collects events while kernels run.
 * Otherwise each look would need a copy, so they are collected at the end.
 */
#include "kernel_log.h"

#include "allocate.h"
#include "env.h"
#include "head.h"
#include "job.h"
#include "log.h"
#include "observe.h"
#include "tile_copy.h"
#include "trace_file.h"
#include "util/ticks.h"
#include "ze_error.h"
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(sizeof(ishmemi_log_event_t) == 64, "an event is a cache line");

/* Events per copy. */
#define PIECE 1024

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER; /* guards taken and names */
static ishmemi_log_t *device_log;                         /* NULL: no log */
static bool has_events;
static uint64_t taken;
/* Per routine: 1 more than the number of its name in the trace, or 0. */
static uint32_t names[ISHMEMI_LOG_ROUTINES];

static ishmemi_log_event_t *events_of(ishmemi_log_t *of)
{
    return (ishmemi_log_event_t *)(of + 1);
}

static size_t event_bytes(void)
{
    return has_events ? ISHMEMI_LOG_EVENTS * sizeof(ishmemi_log_event_t) : 0;
}

static int fill(void)
{
    ishmemi_log_t *const image = ishmemi_allocate_zeroed("the log of kernels", 1, sizeof *image);
    image->now = ishmemi_ticks();
    image->n_events = has_events ? ISHMEMI_LOG_EVENTS : 0;
    image->events = (uintptr_t)events_of(device_log);
    image->moved = (uintptr_t)events_of(device_log) + event_bytes();
    image->n_pes = (uint64_t)ishmemi_job.n_pes;
    strcpy(image->routines[ISHMEMI_LOG_ROUTINES - 1].name, "(other routines)");
    image->routines[ISHMEMI_LOG_ROUTINES - 1].is_named = 1;
    const int result = ishmemi_tile_copy(device_log, image, sizeof *image);
    free(image);
    return result;
}

int ishmemi_kernel_log_open(uint64_t *address)
{
    *address = 0;
    has_events = *ishmemi_env.trace;
    if (!has_events && ishmemi_env.stats == ISHMEMI_STATS_NONE) {
        return 0;
    }
    const size_t bytes =
        sizeof *device_log + event_bytes() + 2 * (size_t)ishmemi_job.n_pes * sizeof(uint64_t);
    const ze_device_mem_alloc_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC};
    void *memory = NULL;
    const ze_result_t result = zeMemAllocDevice(
        ishmemi_job.context, &desc, bytes, sizeof(ishmemi_counter_t), ishmemi_job.device, &memory);
    if (result != ZE_RESULT_SUCCESS) {
        ishmemi_error("no device memory for the log of kernels, %zu bytes: 0x%x, %s", bytes,
                      (unsigned)result, ishmemi_ze_error(result));
        return -1;
    }
    device_log = memory;
    taken = 0;
    memset(names, 0, sizeof names);
    *address = (uintptr_t)device_log;
    return ishmemi_tile_zero(memory, bytes) != 0 ? -1 : fill();
}

void ishmemi_kernel_log_close(void)
{
    if (device_log) {
        zeMemFree(ishmemi_job.context, device_log);
        device_log = NULL;
    }
}

/* ---- Events ---------------------------------------------------------------------------------- */

/* Copies device memory to the host. */
static void load(void *destination, const void *source, size_t bytes)
{
    if (ishmemi_job.heap_host_mapped) {
        memcpy(destination, source, bytes);
    } else if (ishmemi_tile_copy(destination, source, bytes) != 0) {
        memset(destination, 0, bytes);
    }
}

static uint16_t name_of(uint32_t routine)
{
    const uint32_t at = routine % ISHMEMI_LOG_ROUTINES;
    if (names[at] == 0) {
        ishmemi_log_routine_t copy;
        load(&copy, &device_log->routines[at], sizeof copy);
        copy.name[sizeof copy.name - 1] = '\0';
        if (copy.is_named == 0) {
            return ishmemi_trace_file_copied_name("(a routine without a name)");
        }
        names[at] = 1u + ishmemi_trace_file_copied_name(copy.name);
    }
    return (uint16_t)(names[at] - 1);
}

static uint64_t place_of(uint64_t address, uint32_t kind)
{
    /* For a collective, this is the team's number. */
    return kind == ISHMEMI_OBSERVE_COLLECTIVE || address == 0
               ? address
               : address - (uintptr_t)ishmemi_job.heap;
}

static void record(const ishmemi_log_event_t *event)
{
    const bool waits =
        event->kind == ISHMEMI_OBSERVE_WAIT || event->kind == ISHMEMI_OBSERVE_COLLECTIVE;
    ishmemi_trace_file_write_kernels(
        &(const ishmemi_trace_record_t){.began = event->began,
                                        .ended = event->ended,
                                        .waited = waits ? event->ended - event->began : 0,
                                        .bytes = event->bytes,
                                        .object = place_of(event->object, event->kind),
                                        .value = event->value,
                                        .pe = event->pe,
                                        .name = name_of(event->routine),
                                        .kind = (uint8_t)event->kind,
                                        .path = ISHMEMI_PATH_KERNEL,
                                        .effect = (uint8_t)event->effect});
}

static void take_mapped(void)
{
    for (;;) {
        const ishmemi_log_event_t *const event = &events_of(device_log)[taken % ISHMEMI_LOG_EVENTS];
        if (__atomic_load_n(&event->turn, __ATOMIC_ACQUIRE) != taken + 1) {
            return;
        }
        record(event);
        taken++;
        __atomic_store_n(&device_log->taken.value, taken, __ATOMIC_RELEASE);
    }
}

static void take_by_copies(void)
{
    ishmemi_log_event_t *const events =
        ishmemi_allocate("the log of kernels", PIECE, sizeof *events);
    for (bool more = true; more && taken < ISHMEMI_LOG_EVENTS;) {
        load(events, &events_of(device_log)[taken], PIECE * sizeof *events);
        for (size_t i = 0; i < PIECE && more; i++) {
            more = events[i].turn == taken + 1;
            if (more) {
                record(&events[i]);
                taken++;
            }
        }
    }
    free(events);
}

void ishmemi_kernel_log_look(void)
{
    if (!device_log) {
        return;
    }
    ishmemi_head_store(&device_log->now, ishmemi_ticks());
    pthread_mutex_lock(&mutex);
    if (has_events && ishmemi_job.heap_host_mapped) {
        take_mapped();
    }
    pthread_mutex_unlock(&mutex);
}

uint64_t ishmemi_kernel_log_drain(void)
{
    if (!device_log || !has_events) {
        return 0;
    }
    pthread_mutex_lock(&mutex);
    if (ishmemi_job.heap_host_mapped) {
        take_mapped();
    } else {
        take_by_copies();
    }
    has_events = false;
    pthread_mutex_unlock(&mutex);
    uint64_t lost = 0;
    load(&lost, &device_log->lost.value, sizeof lost);
    return lost;
}

/* ---- Counts ---------------------------------------------------------------------------------- */

ishmemi_log_t *ishmemi_kernel_log_count(uint64_t *moved)
{
    if (!device_log) {
        return NULL;
    }
    ishmemi_log_t *const copy = ishmemi_allocate("the log of kernels", 1, sizeof *copy);
    load(copy, device_log, sizeof *copy);
    const size_t n = 2 * (size_t)ishmemi_job.n_pes;
    uint64_t *const theirs = ishmemi_allocate("the log of kernels", n, sizeof *theirs);
    load(theirs, (const void *)(uintptr_t)copy->moved, n * sizeof *theirs);
    for (size_t i = 0; i < n; i++) {
        moved[i] += theirs[i];
    }
    free(theirs);
    return copy;
}
