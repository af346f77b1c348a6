/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * word         written by                     read by                   ordering
 * timelines[]  the first thread that uses it  any thread                relaxed; if 0, under the mutex
 * here         its thread                     its thread                thread-local
 * released     atomic writes of kernels       atomic reads of kernels,  under the mutex (common.h)
 *                                             calls of the program
 */
#include "race_streams.h"

#include "allocate.h"
#include "clocks.h"
#include "common.h"
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define NUMBERS 65536

static uint8_t timelines[NUMBERS]; /* 0: none yet */
static _Thread_local uint64_t here;

/* The number of this job: the driver may still have clocks of an earlier one. */
static uint32_t job;

/* What kernels have released with atomic operations. */
static uint32_t *released;
static bool has_released;

void ishmemi_race_streams_open(void)
{
    memset(timelines, 0, sizeof timelines);
    job++;
    has_released = false;
    released = ishmemi_allocate_zeroed("clocks", ishmemi_races_clock_words(), sizeof *released);
}

void ishmemi_race_streams_close(void)
{
    free(released);
    released = NULL;
}

int ishmemi_race_stream_of(uint64_t number)
{
    if (number == 0 || number >= NUMBERS) {
        return 0;
    }
    int timeline = __atomic_load_n(&timelines[number], __ATOMIC_RELAXED);
    if (timeline == 0) {
        ishmemi_races_lock();
        timeline = timelines[number];
        if (timeline == 0) {
            timeline = ishmemi_races_take_timeline(ISHMEMI_TIMELINE_STREAM);
            __atomic_store_n(&timelines[number], (uint8_t)timeline, __ATOMIC_RELAXED);
        }
        ishmemi_races_unlock();
    }
    return timeline;
}

uint64_t ishmemi_race_stream_run(uint64_t number)
{
    const uint64_t before = here;
    here = number;
    ishmemi_races_timeline =
        number == 0 ? ishmemi_races_own_timeline : ishmemi_race_stream_of(number);
    return before;
}

/* ---- Atomic operations of kernels ------------------------------------------------------------- */

void ishmemi_race_streams_release(int timeline)
{
    ishmemi_races_lock_as(timeline);
    ishmemi_clock_release_to(released);
    has_released = true;
    ishmemi_races_unlock();
}

void ishmemi_race_streams_acquire(int timeline)
{
    ishmemi_races_lock_as(timeline);
    ishmemi_clock_join_program();
    ishmemi_clock_acquire_from(released);
    ishmemi_races_unlock();
}

void ishmemi_race_streams_begin_call(void)
{
    if (has_released) {
        ishmemi_clock_acquire_from(released);
    }
}

/* ---- Clocks that the driver keeps ------------------------------------------------------------ */

typedef struct known {
    uint32_t job;
    uint32_t clock[];
} known_t;

static known_t *make_known(void)
{
    const size_t bytes = sizeof(known_t) + ishmemi_races_clock_words() * sizeof(uint32_t);
    known_t *const known = ishmemi_allocate_zeroed("clocks", 1, bytes);
    known->job = job;
    return known;
}

void ishmemi_race_stream_release(void **memory)
{
    ishmemi_races_lock();
    known_t *known = *memory;
    if (!known || known->job != job) {
        free(known);
        *memory = known = make_known();
    }
    ishmemi_clock_release_to(known->clock);
    ishmemi_races_unlock();
}

void ishmemi_race_stream_acquire(void **memory)
{
    ishmemi_races_lock();
    const known_t *const known = *memory;
    if (known && known->job == job) {
        ishmemi_clock_acquire_from(known->clock);
    }
    ishmemi_races_unlock();
}

void ishmemi_race_stream_acquire_process(void)
{
    ishmemi_races_lock();
    ishmemi_clock_join_all();
    ishmemi_races_unlock();
}
