/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The table of launches is in host memory, which GPUs reach, and stays until the process ends.  A
 * launch keeps its slot until it has been reported; if no slot is free, it is only counted.
 *
 * word               written by                  read by             ordering
 * callback_now       its setter, under the lock  launching threads   relaxed: whether there is one
 *                                                report()            under the lock: which
 * launch.ended.host  the GPU, after the others   look()              relaxed at system scope,
 *                                                                    load acquire
 */
#include "cuda/gpu_launches.h"

#include "cuda/gpu.h"
#include "cuda/gpu_memory.h"
#include "util/ticks.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>

#define SLOTS 4096
/* After this many launches, check which launches have ended. */
#define LOOK_EVERY 256

typedef struct slot {
    const char *kernel; /* NULL: will not be reported */
    uint64_t groups;
    bool taken;
} slot_t;

static _Atomic ze_cpu_launch_callback_t callback_now;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
/* Guarded by the lock. */
static zed_memory_t *memory;
static zed_launch_times_t *launches;
static slot_t slots[SLOTS];
static uint32_t next; /* where the search for a free slot begins */
static uint32_t since_look;
static uint32_t taken;
static uint64_t missed;
static ishmemi_both_clocks_t start; /* together with the current time, gives the length of a tick */

/* now: shortly after the time. */
static uint64_t ticks_of(uint64_t ns, const ishmemi_both_clocks_t *now)
{
    const double ticks_per_ns =
        now->ns > start.ns ? (double)(now->ticks - start.ticks) / (double)(now->ns - start.ns) : 0;
    return now->ticks - (uint64_t)(int64_t)((double)(int64_t)(now->ns - ns) * ticks_per_ns);
}

static void report(const slot_t *slot, const zed_launch_times_t *launch,
                   const ishmemi_both_clocks_t *now)
{
    const ze_cpu_launch_callback_t callback =
        atomic_load_explicit(&callback_now, memory_order_relaxed);
    if (callback && slot->kernel) {
        callback(slot->kernel, slot->groups, ticks_of(launch->began.host, now),
                 ticks_of(launch->ended.host, now));
    }
}

/* The caller holds the lock. */
static void give_back(slot_t *slot)
{
    slot->taken = false;
    taken--;
}

/* The caller holds the lock. */
static void look(void)
{
    since_look = 0;
    if (taken == 0) {
        return;
    }
    const ishmemi_both_clocks_t now = ishmemi_both_clocks();
    for (uint32_t i = 0; i < SLOTS; i++) {
        if (slots[i].taken && __atomic_load_n(&launches[i].ended.host, __ATOMIC_ACQUIRE) != 0) {
            report(&slots[i], &launches[i], &now);
            give_back(&slots[i]);
        }
    }
}

static void say_missed(void)
{
    if (missed > 0) {
        fprintf(stderr,
                "zed: %" PRIu64
                " launches of kernels were not reported; at most %d are noted that have "
                "not ended\n",
                missed, SLOTS);
        missed = 0;
    }
}

void zed_launches_set_callback(ze_cpu_launch_callback_t callback)
{
    pthread_mutex_lock(&lock);
    look();
    say_missed();
    start = ishmemi_both_clocks();
    atomic_store_explicit(&callback_now, callback, memory_order_relaxed);
    pthread_mutex_unlock(&lock);
}

/* The caller holds the lock. */
static bool make_table(void)
{
    if (!launches && zed_gpu_memory_alloc(ZED_MEMORY_HOST, 0, SLOTS * sizeof *launches,
                                          sizeof *launches, &memory) == ZE_RESULT_SUCCESS) {
        launches = memory->base;
    }
    return launches != NULL;
}

/* The caller holds the lock. */
static zed_launch_times_t *take(const char *kernel, uint64_t groups)
{
    for (uint32_t i = 0; i < SLOTS; i++) {
        const uint32_t at = (next + i) % SLOTS;
        if (!slots[at].taken) {
            slots[at] = (slot_t){.kernel = kernel, .groups = groups, .taken = true};
            launches[at] = (zed_launch_times_t){.began = {0, 0}, .ended = {0, 0}};
            next = at + 1;
            taken++;
            return &launches[at];
        }
    }
    return NULL;
}

zed_launch_times_t *zed_launches_begin(const char *kernel, uint64_t groups)
{
    if (!atomic_load_explicit(&callback_now, memory_order_relaxed)) {
        return NULL;
    }
    zed_launch_times_t *launch = NULL;
    pthread_mutex_lock(&lock);
    if (make_table()) {
        if (++since_look >= LOOK_EVERY) {
            look();
        }
        launch = take(kernel, groups);
    }
    missed += !launch;
    pthread_mutex_unlock(&lock);
    return launch;
}

void zed_launches_forget(zed_launch_times_t *launch)
{
    pthread_mutex_lock(&lock);
    slots[launch - launches].kernel = NULL;
    pthread_mutex_unlock(&lock);
}

void zed_launches_return(zed_launch_times_t *launch)
{
    pthread_mutex_lock(&lock);
    give_back(&slots[launch - launches]);
    missed++;
    pthread_mutex_unlock(&lock);
}

void zed_launches_look(void)
{
    if (atomic_load_explicit(&callback_now, memory_order_relaxed)) {
        pthread_mutex_lock(&lock);
        look();
        pthread_mutex_unlock(&lock);
    }
}
