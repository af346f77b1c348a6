/* SPDX-License-Identifier: BSD-3-Clause */
/* See calls.h. */
#include "calls.h"

#include "common.h"
#include "context.h"
#include "job.h"
#include "places.h"
#include "team_table.h"
#include <string.h>

/* The elements of puts of more 4-byte words than this do not count as flags. */
#define FLAGS_MOST 64

/* A word of a PE of this machine.  false: the word is elsewhere, or not symmetric. */
typedef struct word {
    int number; /* of the PE */
    uint64_t place;
} word_t;

static bool find_word(int number, const void *object, word_t *word)
{
    *word = (word_t){number, ishmemi_place_of(object)};
    return word->number >= 0 && word->place != ISHMEMI_NOWHERE;
}

/* ---- Accesses ---------------------------------------------------------------------------------- */

static void touch(const ishmemi_race_call_t *of, int number, uint64_t place,
                  const ishmemi_observed_memory_t *memory, ishmemi_access_kind_t kind,
                  ishmemi_part_t part, bool sends)
{
    const uint64_t most = ishmemi_races.units * 8;
    const ishmemi_shadow_access_t access = {of->site, kind, part, sends, of->is_alike};
    for (uint64_t block = 0; number >= 0 && place != ISHMEMI_NOWHERE && block < memory->blocks;
         block++) {
        const uint64_t start = place + block * memory->stride;
        if (start < most && memory->bytes <= most - start) {
            ishmemi_shadow_touch(number, start, memory->bytes, &access, of->found);
        }
    }
}

/* Memory that is not symmetric matters only while something is under way there. */
static void touch_other(const ishmemi_race_call_t *of, const ishmemi_observed_memory_t *memory,
                        ishmemi_access_kind_t kind, ishmemi_part_t part)
{
    const ishmemi_shadow_access_t access = {of->site, kind, part, false, false};
    const bool remembers =
        part != ISHMEMI_PROGRAM || !ishmemi_races_is_program(ishmemi_races.agent);
    for (uint64_t block = 0; block < memory->blocks; block++) {
        ishmemi_shadow_touch_own((const char *)memory->start + block * memory->stride,
                                 memory->bytes, &access, remembers, of->found);
    }
}

static void touch_own(const ishmemi_race_call_t *of, const ishmemi_observed_memory_t *memory,
                      ishmemi_access_kind_t kind, ishmemi_part_t part)
{
    int number;
    if (memory->start && memory->bytes > 0) {
        const uint64_t place = ishmemi_local_place_of(memory->start, &number);
        if (place == ISHMEMI_NOWHERE) {
            touch_other(of, memory, kind, part);
        } else {
            touch(of, number, place, memory, kind, part, false);
        }
    }
}

static void touch_of(const ishmemi_race_call_t *of, int pe, const ishmemi_observed_memory_t *memory,
                     ishmemi_access_kind_t kind, ishmemi_part_t part)
{
    if (memory->start && memory->bytes > 0) {
        touch(of, ishmemi_races.number[pe], ishmemi_place_of(memory->start), memory, kind, part,
              part != ISHMEMI_PROGRAM);
    }
}

static bool is_nbi(const ishmemi_observed_t *call)
{
    return (call->flags & ISHMEMI_CALL_NBI) != 0;
}

/* The part of a call's accesses to its own PE's memory. */
static ishmemi_part_t own_part(const ishmemi_observed_t *call)
{
    return is_nbi(call) ? ISHMEMI_HELD : ISHMEMI_PROGRAM;
}

/* ---- Calls ------------------------------------------------------------------------------------- */

/* A PE that waits for an element of what a put writes acquires this PE's clock. */
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

static void begin_put(const ishmemi_race_call_t *of, const ishmemi_observed_t *call)
{
    ishmemi_clock_send();
    touch_own(of, &call->source, ISHMEMI_READS, own_part(call));
    touch_of(of, call->pe, &call->dest, ISHMEMI_WRITES, ISHMEMI_SENT);
    release_all(call->pe, &call->dest);
}

static void begin_get(const ishmemi_race_call_t *of, const ishmemi_observed_t *call)
{
    ishmemi_clock_send();
    touch_of(of, call->pe, &call->source, ISHMEMI_READS, own_part(call));
    touch_own(of, &call->dest, ISHMEMI_WRITES, own_part(call));
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

/* Whether the call is an AMO that has its result when it returns. */
static bool returns_value(const ishmemi_observed_t *call)
{
    return (call->flags & ISHMEMI_CALL_FETCHES) != 0 && !is_nbi(call);
}

static bool is_real(const char *routine)
{
    return strstr(routine, "_float_atomic") || strstr(routine, "_double_atomic");
}

/* AMOs are atomic only with those on contexts of the same team.  All teams other than WORLD count
 * as one. */
static bool is_of_other_domain(const void *context)
{
    const ishmemi_host_team_t *const team =
        context ? ishmemi_context_open_team((ishmem_ctx_t)(uintptr_t)context) : NULL;
    return team && team != ishmemi_team_world;
}

static void begin_amo(ishmemi_race_call_t *of, const ishmemi_observed_t *call)
{
    const bool writes = (call->flags & ISHMEMI_CALL_WRITES) != 0;
    ishmemi_clock_send();
    touch_own(of, &call->source, ISHMEMI_WRITES, own_part(call));
    of->is_alike = is_real(call->routine) != is_of_other_domain(call->context);
    touch_of(of, call->pe, &call->dest,
             writes ? ISHMEMI_WRITES_ATOMICALLY : ISHMEMI_READS_ATOMICALLY,
             returns_value(call) ? ISHMEMI_PROGRAM : ISHMEMI_SENT);
    of->is_alike = false;
    if (writes) {
        release_word(call, false);
    }
}

static void begin_signal(const ishmemi_race_call_t *of, const ishmemi_observed_t *call)
{
    const bool has_data = (call->flags & ISHMEMI_CALL_PUT_SIGNAL) != 0;
    const ishmemi_observed_memory_t word = ISHMEMI_OBSERVED_BLOCK(call->object, sizeof(uint64_t));
    ishmemi_clock_send();
    if (has_data) {
        touch_own(of, &call->source, ISHMEMI_READS,
                  is_nbi(call) ? ISHMEMI_SIGNALLED : ISHMEMI_PROGRAM);
        touch_of(of, call->pe, &call->dest, ISHMEMI_WRITES, ISHMEMI_SIGNALLED);
    }
    touch_of(of, call->pe, &word, ISHMEMI_WRITES_ATOMICALLY, ISHMEMI_SENT);
    release_word(call, has_data);
}

static void begin_order(const ishmemi_observed_t *call)
{
    if ((call->flags & ISHMEMI_CALL_COMPLETES) == 0) {
        ishmemi_clock_fence();
    }
}

static void touch_also(const ishmemi_race_call_t *of, const ishmemi_observed_bytes_t *also,
                       ishmemi_access_kind_t kind)
{
    const ishmemi_observed_memory_t memory = ISHMEMI_OBSERVED_BLOCK(also->start, also->bytes);
    touch_own(of, &memory, kind, ISHMEMI_PROGRAM);
}

/* The counters of a lock, at its home PE.  The operation that unlocks may still be under way when
 * the routine returns. */
static void begin_lock(const ishmemi_race_call_t *of, const ishmemi_observed_t *call)
{
    const bool gives_back = (call->flags & ISHMEMI_CALL_COMPLETES) != 0;
    const ishmemi_observed_memory_t word = ISHMEMI_OBSERVED_BLOCK(call->object, sizeof(long));
    if (gives_back) {
        ishmemi_clock_send();
    }
    touch_of(of, call->pe, &word, ISHMEMI_WRITES_ATOMICALLY,
             gives_back ? ISHMEMI_SENT : ISHMEMI_PROGRAM);
    if (gives_back) {
        release_word(call, false);
    }
}

static bool is_from_one(const ishmemi_observed_t *call)
{
    return (call->flags & ISHMEMI_CALL_FROM_ONE) != 0;
}

static void touch_arrays(ishmemi_race_call_t *of, const ishmemi_observed_t *call)
{
    touch_own(of, &call->source, ISHMEMI_READS, ISHMEMI_PROGRAM);
    of->is_alike = is_from_one(call);
    touch_own(of, &call->dest, ISHMEMI_WRITES, ISHMEMI_PROGRAM);
    of->is_alike = false;
}

/* The root of a broadcast may write the others' dest before they call. */
static void touch_others(ishmemi_race_call_t *of, const ishmemi_observed_t *call)
{
    const ishmemi_observed_memory_t dest = ISHMEMI_OBSERVED_BLOCK(call->dest.start, call->bytes);
    of->is_alike = true;
    for (int32_t i = 0; i < call->members; i++) {
        if (call->pes[i] != ishmemi_job.my_pe) {
            touch_of(of, call->pes[i], &dest, ISHMEMI_WRITES, ISHMEMI_PROGRAM);
        }
    }
    of->is_alike = false;
}

/* All of dest, if its size is known: accesses that were not ordered before the call, or came
 * since. */
static void touch_collected(ishmemi_race_call_t *of, const ishmemi_observed_t *call)
{
    const ishmemi_observed_memory_t dest =
        ISHMEMI_OBSERVED_BLOCK(call->dest.start, ishmemi_clock_collected(&of->joins));
    touch_own(of, &dest, ISHMEMI_WRITES, ISHMEMI_PROGRAM);
}

static bool gives(const ishmemi_observed_t *call)
{
    return !is_from_one(call) || (call->flags & ISHMEMI_CALL_IS_ONE) != 0;
}

static void begin_collective(ishmemi_race_call_t *of, const ishmemi_observed_t *call)
{
    touch_arrays(of, call);
    if ((call->flags & ISHMEMI_CALL_IS_ONE) != 0 && call->pes) {
        touch_others(of, call);
    }
    const bool ends = (call->flags & ISHMEMI_CALL_ENDS_TEAM) != 0;
    of->joins = ishmemi_clock_join_begin(call->team, ends ? call->members : 0, gives(call));
    if ((call->flags & ISHMEMI_CALL_OWN_COUNTS) != 0) {
        ishmemi_clock_collect(&of->joins, call->bytes);
    }
}

/* The root of a broadcast acquires nothing.  The arrays are in use until now. */
static void end_collective(ishmemi_race_call_t *of, const ishmemi_observed_t *call)
{
    const bool takes = (call->flags & ISHMEMI_CALL_IS_ONE) == 0;
    if ((call->flags & ISHMEMI_CALL_OWN_COUNTS) != 0) {
        touch_collected(of, call);
    }
    ishmemi_clock_join_end(&of->joins, takes);
    touch_arrays(of, call);
}

static bool joins(const ishmemi_observed_t *call)
{
    return call->team != 0;
}

/* Contexts of this PE that have a timeline.  Later contexts take the timelines of destroyed
 * ones. */
#define CONTEXTS 64
static struct context {
    const void *context; /* NULL: free */
    int line;
} contexts[CONTEXTS];

void ishmemi_race_calls_open(void)
{
    memset(contexts, 0, sizeof contexts);
}

static struct context *find_context(const void *context)
{
    for (struct context *one = contexts; one < contexts + CONTEXTS; one++) {
        if (one->context == context) {
            return one;
        }
    }
    return NULL;
}

/* What is sent on a context other than the default one has its own numbers. */
static void set_sender(const void *context)
{
    struct context *one = find_context(context);
    if (!one) {
        one = find_context(NULL);
        if (one) {
            *one = (struct context){context, ishmemi_races_take_timeline(ISHMEMI_TIMELINE_CONTEXT)};
        }
    }
    if (one && one->line > 0) {
        ishmemi_races.sender = ishmemi_races_agent_of(one->line);
    }
}

static void end_context(const void *context)
{
    struct context *const one = find_context(context);
    if (one) {
        ishmemi_races.users[one->line]--;
        one->context = NULL;
    }
}

/* A barrier and similar calls complete what was sent on all contexts, a quiet only what was sent on
 * its own. */
static void complete(const ishmemi_observed_t *call)
{
    const bool is_of_one = call->kind == ISHMEMI_OBSERVE_ORDER || call->context;
    ishmemi_clock_quiet(!is_of_one);
    if (ishmemi_races_is_program(ishmemi_races.agent)) {
        ishmemi_shadow_forget();
    }
    if (call->kind == ISHMEMI_OBSERVE_TEAM && call->context) {
        end_context(call->context);
    }
}

void ishmemi_race_call_begin(ishmemi_race_call_t *of, const ishmemi_observed_t *call)
{
    if (ishmemi_races.common->agents[ishmemi_races_agent_of(0)].has_kernels != 0) {
        ishmemi_clock_join_all();
    }
    if (call->context) {
        set_sender(call->context);
    }
    /* What the call completes by its end is complete for an agent that acquires from it. */
    if ((call->flags & ISHMEMI_CALL_COMPLETES) != 0) {
        complete(call);
    }
    for (int i = 0; i < 2; i++) {
        touch_also(of, &call->also_reads[i], ISHMEMI_READS);
        touch_also(of, &call->also_writes[i], ISHMEMI_WRITES);
    }
    switch (call->kind) {
    case ISHMEMI_OBSERVE_PUT:
        begin_put(of, call);
        break;
    case ISHMEMI_OBSERVE_GET:
        begin_get(of, call);
        break;
    case ISHMEMI_OBSERVE_AMO:
        begin_amo(of, call);
        break;
    case ISHMEMI_OBSERVE_SIGNAL:
        begin_signal(of, call);
        break;
    case ISHMEMI_OBSERVE_ORDER:
        begin_order(call);
        break;
    case ISHMEMI_OBSERVE_LOCK:
        begin_lock(of, call);
        break;
    default:
        if (joins(call)) {
            begin_collective(of, call);
        }
    }
}

void ishmemi_race_call_end(ishmemi_race_call_t *of, const ishmemi_observed_t *call)
{
    if (joins(call)) {
        end_collective(of, call);
    } else if (call->kind == ISHMEMI_OBSERVE_AMO && returns_value(call)) {
        acquire_word(call);
    }
}

void ishmemi_race_call_seen(const ishmemi_observed_t *call, const void *object)
{
    const bool is_lock = call->kind == ISHMEMI_OBSERVE_LOCK;
    word_t word;
    if (find_word(is_lock ? ishmemi_races.number[call->pe] : ishmemi_races.me, object, &word)) {
        ishmemi_clock_acquire(word.number, word.place);
        /* release_all releases every fourth byte: this may be the second half of such a word. */
        if (!is_lock && call->dest.bytes == 2 && word.place >= 2) {
            ishmemi_clock_acquire(word.number, word.place - 2);
        }
        if (!is_lock) {
            ishmemi_shadow_seen(word.number, word.place, call->dest.bytes);
        }
    }
}

void ishmemi_race_call_seen_all(const ishmemi_observed_t *call)
{
    const ishmemi_observed_memory_t *const words = &call->dest;
    for (uint64_t i = 0; i < words->blocks; i++) {
        ishmemi_race_call_seen(call, (const char *)words->start + i * words->stride);
    }
}
