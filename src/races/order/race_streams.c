/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * word        written by                              read by        ordering
 * lines[]     who meets a stream first                any thread     relaxed, under the mutex of common.h if 0
 * here        the thread whose it is                  the same       thread-local
 * told        atomic operations of kernels            who learns     under the mutex
 */
#include "race_streams.h"

#include "allocate.h"
#include "clocks.h"
#include "common.h"
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define NUMBERS 65536

static uint8_t lines[NUMBERS]; /* 0: not met yet */
static _Thread_local uint64_t here;

/* Of this job: the driver may keep what another has told. */
static uint32_t job;

/* What kernels have told by atomic operations. */
static uint32_t *told;
static bool has_told;

void ishmemi_race_streams_open(void)
{
    memset(lines, 0, sizeof lines);
    job++;
    has_told = false;
    told = ishmemi_allocate_zeroed("clocks", ishmemi_races_clock_words(), sizeof *told);
}

void ishmemi_race_streams_close(void)
{
    free(told);
    told = NULL;
}

int ishmemi_race_stream_of(uint64_t number)
{
    if (number == 0 || number >= NUMBERS) {
        return 0;
    }
    int line = __atomic_load_n(&lines[number], __ATOMIC_RELAXED);
    if (line == 0) {
        ishmemi_races_lock();
        line = lines[number];
        if (line == 0) {
            line = ishmemi_races_take_line(ISHMEMI_LINE_STREAM);
            __atomic_store_n(&lines[number], (uint8_t)line, __ATOMIC_RELAXED);
        }
        ishmemi_races_unlock();
    }
    return line;
}

uint64_t ishmemi_race_stream_run(uint64_t number)
{
    const uint64_t before = here;
    here = number;
    ishmemi_races_line = number == 0 ? ishmemi_races_own_line : ishmemi_race_stream_of(number);
    return before;
}

/* ---- Atomic operations of kernels ------------------------------------------------------------- */

void ishmemi_race_streams_release(int line)
{
    ishmemi_races_lock_as(line);
    ishmemi_clock_tell(told);
    has_told = true;
    ishmemi_races_unlock();
}

void ishmemi_race_streams_acquire(int line)
{
    ishmemi_races_lock_as(line);
    ishmemi_clock_join_program();
    ishmemi_clock_learn(told);
    ishmemi_races_unlock();
}

void ishmemi_race_streams_begin_call(void)
{
    if (has_told) {
        ishmemi_clock_learn(told);
    }
}

/* ---- What the driver keeps -------------------------------------------------------------------- */

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
    ishmemi_clock_tell(known->clock);
    ishmemi_races_unlock();
}

void ishmemi_race_stream_acquire(void **memory)
{
    ishmemi_races_lock();
    const known_t *const known = *memory;
    if (known && known->job == job) {
        ishmemi_clock_learn(known->clock);
    }
    ishmemi_races_unlock();
}

void ishmemi_race_stream_acquire_process(void)
{
    ishmemi_races_lock();
    ishmemi_clock_join_all();
    ishmemi_races_unlock();
}
