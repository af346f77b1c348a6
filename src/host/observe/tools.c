/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * word        written by                            read by           ordering
 * count       add and remove, under the mutex       the same          under the mutex
 * slot.tool   add, while generation is 0 and after  threads in calls  plain, see below
 *             active was 0
 * generation  add: a new number; remove: 0          threads in calls  seq_cst
 * active      threads in calls, while they use      remove            seq_cst
 *             the slot
 * begun       its thread                            its thread        thread-local
 *
 * If a thread increments `active` before it reads the generation, the tool stays while it is used:
 * remove first stores 0 and then waits until no thread is active.
 */
#include "tools.h"

#include "observe.h"
#include <pthread.h>
#include <sched.h>
#include <stddef.h>

typedef struct slot {
    ishmemx_tool_t tool;
    unsigned generation;
    unsigned active;
} slot_t;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static slot_t slots[ISHMEMI_TOOLS];
static unsigned count;
static unsigned generations;

/* The generations of the tools that this thread has notified of its call's beginning. */
static _Thread_local unsigned begun[ISHMEMI_TOOLS] __attribute__((tls_model("initial-exec")));

static void call(slot_t *slot, unsigned *notified, bool begins, const ishmemx_tool_call_t *of)
{
    __atomic_fetch_add(&slot->active, 1, __ATOMIC_SEQ_CST);
    const unsigned generation = __atomic_load_n(&slot->generation, __ATOMIC_SEQ_CST);
    if (generation != 0 && (begins || *notified == generation)) {
        void (*const callback)(const ishmemx_tool_call_t *, void *) =
            begins ? slot->tool.begin : slot->tool.end;
        if (callback) {
            callback(of, slot->tool.data);
        }
    }
    *notified = begins ? generation : 0;
    __atomic_fetch_sub(&slot->active, 1, __ATOMIC_SEQ_CST);
}

static void notify(const ishmemi_observed_t *observed, bool begins)
{
    const ishmemx_tool_call_t of = {
        .routine = observed->routine, .pe = observed->pe, .bytes = observed->bytes};
    for (size_t i = 0; i < ISHMEMI_TOOLS; i++) {
        call(&slots[i], &begun[i], begins, &of);
    }
}

static void begin(const ishmemi_observed_t *observed)
{
    notify(observed, true);
}

static void end(const ishmemi_observed_t *observed)
{
    notify(observed, false);
}

static const ishmemi_observer_t observer = {.begin = begin, .end = end};

/* The caller holds the mutex. */
static slot_t *find(unsigned generation)
{
    for (size_t i = 0; i < ISHMEMI_TOOLS; i++) {
        if (slots[i].generation == generation) {
            return &slots[i];
        }
    }
    return NULL;
}

int ishmemi_tools_add(const ishmemx_tool_t *tool)
{
    pthread_mutex_lock(&mutex);
    slot_t *const slot = find(0);
    int number = -1;
    if (slot && (count > 0 || ishmemi_observe_add(&observer))) {
        count++;
        slot->tool = *tool;
        number = (int)++generations;
        __atomic_store_n(&slot->generation, generations, __ATOMIC_SEQ_CST);
    }
    pthread_mutex_unlock(&mutex);
    return number;
}

bool ishmemi_tools_remove(int number)
{
    pthread_mutex_lock(&mutex);
    slot_t *const slot = number > 0 ? find((unsigned)number) : NULL;
    if (slot) {
        __atomic_store_n(&slot->generation, 0, __ATOMIC_SEQ_CST);
        while (__atomic_load_n(&slot->active, __ATOMIC_SEQ_CST) != 0) {
            sched_yield();
        }
        count--;
        if (count == 0) {
            ishmemi_observe_remove(&observer);
        }
    }
    pthread_mutex_unlock(&mutex);
    return slot != NULL;
}
