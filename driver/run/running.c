/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A launch claims a slot and copies its kernel's name there, because the module and the name may go
 * away after the launch.
 *
 * word          written by         read by              ordering
 * start_ns      the launch that    zed_running_list()   claimed: acquire exchange of 0 for CLAIMED;
 *               has the slot                            then store release, load acquire
 * groups, name  the same           the same             store release, load acquire, between two
 *                                                       loads of start_ns
 * callback_now  its setter         launching threads    relaxed: only a function's address
 */
#include "run/running.h"

#include "machine/clock.h"
#include "util/ticks.h"
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>

#define SLOTS 16
#define CLAIMED 1
#define NAME_BYTES sizeof((ze_cpu_running_kernel_t *)0)->kernel
#define NAME_WORDS (NAME_BYTES / sizeof(uint64_t))

struct zed_running {
    _Alignas(64) _Atomic uint64_t start_ns; /* 0: free */
    _Atomic uint64_t groups;
    _Atomic uint64_t name[NAME_WORDS];
};

static zed_running_t slots[SLOTS];

static bool claim(zed_running_t *slot)
{
    uint64_t free = 0;
    return atomic_load_explicit(&slot->start_ns, memory_order_relaxed) == 0 &&
           atomic_compare_exchange_strong_explicit(&slot->start_ns, &free, CLAIMED,
                                                   memory_order_acquire, memory_order_relaxed);
}

/* As many words as the name needs, including its terminating zero. */
static void store_name(zed_running_t *slot, const char *kernel)
{
    const size_t length = strnlen(kernel, NAME_BYTES - 1);
    for (size_t word = 0; word * sizeof(uint64_t) <= length; word++) {
        uint64_t letters = 0;
        const size_t from = word * sizeof letters;
        const size_t rest = length - from;
        memcpy(&letters, kernel + from, rest < sizeof letters ? rest : sizeof letters);
        atomic_store_explicit(&slot->name[word], letters, memory_order_release);
    }
}

zed_running_t *zed_running_begin(const char *kernel, uint64_t groups, uint64_t start_ns)
{
    for (size_t i = 0; i < SLOTS; i++) {
        zed_running_t *const slot = &slots[i];
        if (claim(slot)) {
            atomic_store_explicit(&slot->groups, groups, memory_order_release);
            store_name(slot, kernel);
            atomic_store_explicit(&slot->start_ns, start_ns, memory_order_release);
            return slot;
        }
    }
    return NULL;
}

void zed_running_end(zed_running_t *running)
{
    if (running) {
        atomic_store_explicit(&running->start_ns, 0, memory_order_release);
    }
}

static bool read_slot(zed_running_t *slot, uint64_t now, ze_cpu_running_kernel_t *running)
{
    const uint64_t start = atomic_load_explicit(&slot->start_ns, memory_order_acquire);
    if (start <= CLAIMED) {
        return false;
    }
    running->ran_ns = now > start ? now - start : 0;
    running->groups = atomic_load_explicit(&slot->groups, memory_order_acquire);
    for (size_t word = 0; word < NAME_WORDS; word++) {
        const uint64_t letters = atomic_load_explicit(&slot->name[word], memory_order_acquire);
        memcpy(running->kernel + word * sizeof letters, &letters, sizeof letters);
    }
    running->kernel[NAME_BYTES - 1] = '\0';
    return atomic_load_explicit(&slot->start_ns, memory_order_relaxed) == start;
}

size_t zed_running_list(ze_cpu_running_kernel_t *list, size_t most)
{
    const uint64_t now = zed_clock_now();
    size_t count = 0;
    for (size_t i = 0; i < SLOTS && count < most; i++) {
        count += read_slot(&slots[i], now, &list[count]);
    }
    return count;
}

/* ---- The callback for launches that have ended --------------------------------------------------- */

static _Atomic ze_cpu_launch_callback_t callback_now;

void zed_running_set_callback(ze_cpu_launch_callback_t callback)
{
    atomic_store_explicit(&callback_now, callback, memory_order_relaxed);
}

uint64_t zed_running_began(void)
{
    return atomic_load_explicit(&callback_now, memory_order_relaxed) ? ishmemi_ticks() : 0;
}

void zed_running_ended(const char *kernel, uint64_t groups, uint64_t began)
{
    const ze_cpu_launch_callback_t callback =
        atomic_load_explicit(&callback_now, memory_order_relaxed);
    if (callback && began != 0) {
        callback(kernel, groups, began, ishmemi_ticks());
    }
}
