/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Checks that kernels call before each access with ZECPU_SANITIZE=1 (translate/checks.cpp).  Memory
 * that the driver has not allocated belongs to the program: nothing is known about it, so every
 * access is allowed.
 */
#include "engine/abi.h"
#include "memory/guard_objects.h"
#include "run/location.h"
#include "run/run.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

/* The first thread that reports ends the job; the others wait for that. */
static atomic_flag reported = ATOMIC_FLAG_INIT;

/* ---- Messages ------------------------------------------------------------------------------- */

static void add_access(zed_text_t *text, uintptr_t address, uint64_t bytes, uint32_t access)
{
    zed_text_add(text, (access & ZED_ACCESS_WRITES) != 0 ? ": writes " : ": reads ");
    zed_text_number(text, bytes, 10);
    zed_text_add(text, bytes == 1 ? " byte at 0x" : " bytes at 0x");
    zed_text_number(text, address, 16);
}

static void add_distance(zed_text_t *text, uint64_t bytes, const char *words)
{
    zed_text_number(text, bytes, 10);
    zed_text_add(text, bytes == 1 ? " byte " : " bytes ");
    zed_text_add(text, words);
}

/* Describes where the first byte outside the object is. */
static void add_relation(zed_text_t *text, uintptr_t address, uintptr_t base, uint64_t bytes)
{
    if (address < base) {
        add_distance(text, base - address, "before the beginning of ");
    } else if (address < base + bytes) {
        zed_text_add(text, "across the end of ");
    } else {
        add_distance(text, address - base - bytes, "past the end of ");
    }
}

static void add_object(zed_text_t *text, const char *what, uintptr_t base, uint64_t bytes)
{
    zed_text_add(text, what);
    zed_text_add(text, " of ");
    add_distance(text, bytes, "at 0x");
    zed_text_number(text, base, 16);
}

static const char *name_of(const zed_zone_t *zone)
{
    static const char *const names[][2] = {
        [ZED_MEMORY_DEVICE] = {"device memory", "another process's device memory"},
        [ZED_MEMORY_HOST] = {"host memory", "another process's host memory"},
        [ZED_MEMORY_SHARED] = {"shared memory", "another process's shared memory"}};
    if (zone->is_object) {
        return zone->imported ? "an object of another PE's symmetric heap"
                              : "an object of the symmetric heap";
    }
    return names[zone->kind][zone->imported];
}

static void begin_report(zed_text_t *text, uintptr_t address, uint64_t bytes, uint32_t access,
                         uintptr_t caller)
{
    const struct zed_run *run = zed_run_current;
    while (atomic_flag_test_and_set(&reported)) {
        pause();
    }
    text->length = 0;
    zed_text_add(text, "zed: kernel ");
    zed_text_add(text, run->state->launch->kernel->name);
    add_access(text, address, bytes, access);
    zed_text_location(text, run, caller - 1); /* the call instruction, not the next one */
    zed_text_add(text, "\nzed: that is ");
}

static _Noreturn void end_job(zed_text_t *text)
{
    zed_text_add(text, "\nzed: ZECPU_SANITIZE=1 ends the process at the first such access\n");
    zed_text_write(text);
    abort();
}

static __attribute__((noinline)) void report_zone(const zed_zone_t *zone, uintptr_t address,
                                                  uint64_t bytes, uint32_t access, uintptr_t caller)
{
    zed_text_t text;
    begin_report(&text, address, bytes, access, caller);
    if (zone->freed && address >= zone->base && address - zone->base < zone->bytes) {
        add_distance(&text, address - zone->base, "into ");
    } else {
        add_relation(&text, address, zone->base, zone->bytes);
    }
    add_object(&text, name_of(zone), zone->base, zone->bytes);
    zed_text_add(&text, !zone->freed                         ? ""
                        : zone->imported && !zone->is_object ? ", which has been closed"
                                                             : ", which has been freed");
    end_job(&text);
}

static __attribute__((noinline)) void report_object(const char *what, uintptr_t base, uint64_t size,
                                                    uintptr_t address, uint64_t bytes,
                                                    uint32_t access, uintptr_t caller)
{
    zed_text_t text;
    begin_report(&text, address, bytes, access, caller);
    add_relation(&text, address, base, size);
    add_object(&text, what, base, size);
    end_job(&text);
}

/* ---- Checks --------------------------------------------------------------------------------- */

static bool is_within(uintptr_t address, uint64_t bytes, uintptr_t base, uint64_t size)
{
    return address - base <= size && bytes <= size - (address - base);
}

/* A zone that the thread has looked up before, or looks up now; NULL: there is none. */
static const zed_zone_t *zone_of(struct zed_run *run, uintptr_t address)
{
    const uint64_t version = zed_guard_version();
    zed_known_zone_t *known = &run->known[address >> ZED_KNOWN_SHIFT & (ZED_KNOWN_ZONES - 1)];
    if (known->version != version + 1 || address < known->zone.begin ||
        address >= known->zone.end) {
        if (!zed_guard_find_object(address, &known->zone)) {
            known->version = 0;
            return NULL;
        }
        known->version = version + 1;
    }
    return &known->zone;
}

void zed_rt_check(const void *pointer, uint64_t bytes, uint32_t access)
{
    struct zed_run *run = zed_run_current;
    const uintptr_t address = (uintptr_t)pointer;
    const uintptr_t caller = (uintptr_t)__builtin_return_address(0);
    if ((access & ZED_ACCESS_LOCAL) != 0) {
        const uintptr_t local = (uintptr_t)run->record->group.local;
        if (!is_within(address, bytes, local, run->state->launch->local_bytes)) {
            report_object("the work-group's local memory", local, run->state->launch->local_bytes,
                          address, bytes, access, caller);
        }
        return;
    }
    const zed_zone_t *zone = bytes == 0 ? NULL : zone_of(run, address);
    if (zone && (zone->freed || !is_within(address, bytes, zone->base, zone->bytes))) {
        report_zone(zone, address, bytes, access, caller);
    }
}

void zed_rt_check_object(const void *pointer, uint64_t bytes, const void *object, uint64_t size,
                         uint32_t access)
{
    const uintptr_t address = (uintptr_t)pointer;
    if (bytes != 0 && !is_within(address, bytes, (uintptr_t)object, size)) {
        report_object((access & ZED_ACCESS_LOCAL) != 0     ? "a variable in local memory"
                      : (access & ZED_ACCESS_PRIVATE) != 0 ? "a private variable"
                                                           : "a variable of the module",
                      (uintptr_t)object, size, address, bytes, access,
                      (uintptr_t)__builtin_return_address(0));
    }
}
