/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The observer (observe/observe.h) that makes accesses and orders of calls.  What a call changes is noted
 * before it does, and what it learns after it has: who sees the change finds the note.
 */
#include "races.h"

#include "allocate.h"
#include "bootstrap.h"
#include "clocks.h"
#include "common.h"
#include "env.h"
#include "job.h"
#include "log.h"
#include "observe.h"
#include "race.h"
#include "shadow.h"
#include "sites.h"
#include <stdlib.h>

/* Larger puts than this do not serve as flags of who waits for their elements. */
#define FLAGS_MOST 64

/* A thread's call.  Threads' variables of libraries that are loaded late have little room. */
typedef struct call {
    uint32_t site;
    ishmemi_clock_call_t joins;
    ishmemi_races_found_t *found; /* on the stack of begin and end */
} call_t;
static _Thread_local call_t current;

/* ---- Places ------------------------------------------------------------------------------------ */

#define NOWHERE UINT64_MAX

/* The place of a symmetric object of this PE; NOWHERE: it is none. */
static uint64_t place_of(const void *object)
{
    const uintptr_t offset = (uintptr_t)object - (uintptr_t)ishmemi_job.heap;
    if (offset < ishmemi_races.heap_bytes) {
        return offset;
    }
    return ishmemi_segment_holds(object, 1, 1)
               ? ishmemi_races.heap_bytes + ((uintptr_t)object - ishmemi_segment.start)
               : NOWHERE;
}

/* The place of memory that the program names by any address: of this PE, or a view of another's heap. */
static uint64_t local_place_of(const void *memory, int *number)
{
    *number = ishmemi_races.me;
    for (int i = 0; i < ishmemi_races.n; i++) {
        const int64_t delta = ishmemi_job.delta[ishmemi_races.world[i]];
        const uintptr_t offset = (uintptr_t)memory - (uintptr_t)ishmemi_job.heap - (uintptr_t)delta;
        if (delta != ISHMEMI_UNREACHABLE && offset < ishmemi_races.heap_bytes) {
            *number = i;
            return offset;
        }
    }
    return place_of(memory);
}

/* A word of a PE of this machine; false: it is none, or is not symmetric. */
typedef struct word {
    int number; /* of the PE */
    uint64_t place;
} word_t;

static bool find_word(int number, const void *object, word_t *word)
{
    *word = (word_t){number, place_of(object)};
    return word->number >= 0 && word->place != NOWHERE;
}

/* ---- Accesses ---------------------------------------------------------------------------------- */

static void touch(int number, uint64_t place, const ishmemi_observed_memory_t *memory,
                  ishmemi_access_kind_t kind, ishmemi_part_t part, bool sends)
{
    const uint64_t most = ishmemi_races.units * 8;
    const ishmemi_shadow_access_t access = {current.site, kind, part, sends};
    for (uint64_t block = 0; number >= 0 && place != NOWHERE && block < memory->blocks; block++) {
        const uint64_t start = place + block * memory->stride;
        if (start < most && memory->bytes <= most - start) {
            ishmemi_shadow_touch(number, start, memory->bytes, &access, current.found);
        }
    }
}

static void touch_own(const ishmemi_observed_memory_t *memory, ishmemi_access_kind_t kind,
                      ishmemi_part_t part)
{
    int number;
    if (memory->start && memory->bytes > 0) {
        const uint64_t place = local_place_of(memory->start, &number);
        touch(number, place, memory, kind, part, false);
    }
}

static void touch_of(int pe, const ishmemi_observed_memory_t *memory, ishmemi_access_kind_t kind,
                     ishmemi_part_t part)
{
    if (memory->start && memory->bytes > 0) {
        touch(ishmemi_races.number[pe], place_of(memory->start), memory, kind, part,
              part != ISHMEMI_PROGRAM);
    }
}

static bool is_nbi(const ishmemi_observed_t *call)
{
    return (call->flags & ISHMEMI_CALL_NBI) != 0;
}

/* The part of what a call does to its own PE's memory. */
static ishmemi_part_t own_part(const ishmemi_observed_t *call)
{
    return is_nbi(call) ? ISHMEMI_SENT : ISHMEMI_PROGRAM;
}

/* ---- Calls ------------------------------------------------------------------------------------- */

/* Who waits for an element of what a put writes learns what this PE knows. */
static void release_all(int pe, const ishmemi_observed_memory_t *memory)
{
    const uint64_t words = memory->blocks * ((memory->bytes + 3) / 4);
    word_t first;
    if (!find_word(ishmemi_races.number[pe], memory->start, &first) || words > FLAGS_MOST) {
        return;
    }
    for (uint64_t block = 0; block < memory->blocks; block++) {
        for (uint64_t at = 0; at < memory->bytes; at += 4) {
            ishmemi_clock_release(first.number, first.place + block * memory->stride + at, false);
        }
    }
}

static void begin_put(const ishmemi_observed_t *call)
{
    ishmemi_clock_send();
    touch_own(&call->source, ISHMEMI_READS, own_part(call));
    touch_of(call->pe, &call->dest, ISHMEMI_WRITES, ISHMEMI_SENT);
    release_all(call->pe, &call->dest);
}

static void begin_get(const ishmemi_observed_t *call)
{
    ishmemi_clock_send();
    touch_of(call->pe, &call->source, ISHMEMI_READS, own_part(call));
    touch_own(&call->dest, ISHMEMI_WRITES, own_part(call));
}

static void release_word(const ishmemi_observed_t *call, bool with_data)
{
    word_t word;
    if (find_word(ishmemi_races.number[call->pe], call->object, &word)) {
        ishmemi_clock_release(word.number, word.place, with_data);
    }
}

static void acquire_word(const ishmemi_observed_t *call)
{
    word_t word;
    if (find_word(ishmemi_races.number[call->pe], call->object, &word)) {
        ishmemi_clock_acquire(word.number, word.place);
    }
}

/* An AMO that has its result when it returns. */
static bool returns_value(const ishmemi_observed_t *call)
{
    return (call->flags & ISHMEMI_CALL_FETCHES) != 0 && !is_nbi(call);
}

static void begin_amo(const ishmemi_observed_t *call)
{
    const bool writes = (call->flags & ISHMEMI_CALL_WRITES) != 0;
    ishmemi_clock_send();
    touch_own(&call->source, ISHMEMI_WRITES, ISHMEMI_SENT);
    touch_of(call->pe, &call->dest, writes ? ISHMEMI_WRITES_ATOMICALLY : ISHMEMI_READS_ATOMICALLY,
             returns_value(call) ? ISHMEMI_PROGRAM : ISHMEMI_SENT);
    if (writes) {
        release_word(call, false);
    }
}

static void begin_signal(const ishmemi_observed_t *call)
{
    const bool has_data = (call->flags & ISHMEMI_CALL_PUT_SIGNAL) != 0;
    const ishmemi_observed_memory_t word = ISHMEMI_OBSERVED_BLOCK(call->object, sizeof(uint64_t));
    ishmemi_clock_send();
    if (has_data) {
        ishmemi_clock_signal();
        touch_own(&call->source, ISHMEMI_READS, own_part(call));
        touch_of(call->pe, &call->dest, ISHMEMI_WRITES, ISHMEMI_SIGNALLED);
    }
    touch_of(call->pe, &word, ISHMEMI_WRITES_ATOMICALLY, ISHMEMI_SENT);
    release_word(call, has_data);
}

static void begin_order(const ishmemi_observed_t *call)
{
    if ((call->flags & ISHMEMI_CALL_COMPLETES) == 0) {
        ishmemi_clock_fence();
    }
}

static void touch_arrays(const ishmemi_observed_t *call)
{
    touch_own(&call->source, ISHMEMI_READS, ISHMEMI_PROGRAM);
    touch_own(&call->dest, ISHMEMI_WRITES, ISHMEMI_PROGRAM);
}

static bool gives(const ishmemi_observed_t *call)
{
    return (call->flags & ISHMEMI_CALL_FROM_ONE) == 0 || (call->flags & ISHMEMI_CALL_IS_ONE) != 0;
}

static void begin_collective(const ishmemi_observed_t *call)
{
    touch_arrays(call);
    const bool ends = (call->flags & ISHMEMI_CALL_ENDS_TEAM) != 0;
    current.joins = ishmemi_clock_join_begin(call->team, ends ? call->members : 0, gives(call));
}

/* The root of a broadcast learns nothing.  The arrays are in use until now. */
static void end_collective(const ishmemi_observed_t *call)
{
    const bool takes = (call->flags & ISHMEMI_CALL_IS_ONE) == 0;
    ishmemi_clock_join_end(&current.joins, takes);
    touch_arrays(call);
}

static bool joins(const ishmemi_observed_t *call)
{
    return call->team != 0;
}

static void act_at_begin(const ishmemi_observed_t *call)
{
    if (ishmemi_races.common->agents[ishmemi_races.me].has_kernels != 0) {
        ishmemi_clock_join_all();
    }
    /* What completes by its end is complete for those who learn of it. */
    if ((call->flags & ISHMEMI_CALL_COMPLETES) != 0) {
        ishmemi_clock_quiet();
    }
    switch (call->kind) {
    case ISHMEMI_OBSERVE_PUT:
        begin_put(call);
        break;
    case ISHMEMI_OBSERVE_GET:
        begin_get(call);
        break;
    case ISHMEMI_OBSERVE_AMO:
        begin_amo(call);
        break;
    case ISHMEMI_OBSERVE_SIGNAL:
        begin_signal(call);
        break;
    case ISHMEMI_OBSERVE_ORDER:
        begin_order(call);
        break;
    case ISHMEMI_OBSERVE_LOCK:
        if ((call->flags & ISHMEMI_CALL_COMPLETES) != 0) {
            release_word(call, false);
        }
        break;
    default:
        if (joins(call)) {
            begin_collective(call);
        }
    }
}

/* Says what was found, without the mutex. */
static void report_found(const ishmemi_races_found_t *found)
{
    for (int i = 0; i < found->count; i++) {
        ishmemi_race_report(&found->races[i]);
    }
}

static void begin(const ishmemi_observed_t *call)
{
    if (call->path == ISHMEMI_PATH_QUEUE) {
        ishmemi_races_expect_kernels();
        return;
    }
    ishmemi_races_found_t found = {.count = 0};
    current.site = ishmemi_site_here(call->routine);
    current.found = &found;
    ishmemi_races_lock();
    act_at_begin(call);
    ishmemi_races_unlock();
    current.found = NULL;
    report_found(&found);
}

static void end(const ishmemi_observed_t *call)
{
    if (call->path == ISHMEMI_PATH_QUEUE) {
        return;
    }
    ishmemi_races_found_t found = {.count = 0};
    current.found = &found;
    ishmemi_races_lock();
    if (joins(call)) {
        end_collective(call);
    } else if (call->kind == ISHMEMI_OBSERVE_AMO && returns_value(call)) {
        acquire_word(call);
    }
    ishmemi_races_unlock();
    current.found = NULL;
    report_found(&found);
}

/* A wait has found what others have written, all of it: they are ordered before what comes next. */
static void seen(const ishmemi_observed_t *call, const void *object)
{
    const bool is_lock = call->kind == ISHMEMI_OBSERVE_LOCK;
    word_t word;
    if (call->path == ISHMEMI_PATH_QUEUE ||
        !find_word(is_lock ? ishmemi_races.number[call->pe] : ishmemi_races.me, object, &word)) {
        return;
    }
    ishmemi_races_lock();
    ishmemi_clock_acquire(word.number, word.place);
    if (!is_lock) {
        ishmemi_shadow_seen(word.number, word.place, call->dest.bytes);
    }
    ishmemi_races_unlock();
}

static const ishmemi_observer_t observer = {begin, end, seen};

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
    if (!ishmemi_observe_add(&observer)) {
        ishmemi_error("ISHMEM_RACES: too many observe the calls of this PE");
        return -1;
    }
    return 0;
}

void ishmemi_races_expect_kernels(void)
{
    if (ishmemi_races.common) {
        ishmemi_races_lock();
        ishmemi_races.common->agents[ishmemi_races.me].has_kernels = 1;
        ishmemi_races_set_unknown();
        ishmemi_races_unlock();
    }
}

/* The first PE of each machine tells its number. */
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
    say_count();
    ishmemi_sites_close();
    ishmemi_races_common_close();
}
