/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * word         written by                          read by              ordering
 * count        who adds and removes, mutex         the same             mutex
 * slot.tool    who adds, while generation is 0     threads in calls     plain: see below
 *              and active was seen to be 0
 * generation   who adds: a number that no tool     threads in calls     store release and sequentially
 *              had before; who removes: 0                               consistent, loads likewise
 * active       threads in calls, around their      who removes          sequentially consistent
 *              look at the slot
 * begun        the thread whose it is              the same             thread-local
 *
 * A thread that has counted itself in `active` before it finds the generation uses a tool that stays: who
 * removes it stores 0 first and then waits until nobody is active.
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

/* The generations of the tools that this thread has told of the beginning of its call. */
static _Thread_local unsigned begun[ISHMEMI_TOOLS] __attribute__((tls_model("initial-exec")));

static void call(slot_t *slot, unsigned *told, bool begins, const ishmemx_tool_call_t *of)
{
    __atomic_fetch_add(&slot->active, 1, __ATOMIC_SEQ_CST);
    const unsigned generation = __atomic_load_n(&slot->generation, __ATOMIC_SEQ_CST);
    if (generation != 0 && (begins || *told == generation)) {
        void (*const callback)(const ishmemx_tool_call_t *, void *) =
            begins ? slot->tool.begin : slot->tool.end;
        if (callback) {
            callback(of, slot->tool.data);
        }
    }
    *told = begins ? generation : 0;
    __atomic_fetch_sub(&slot->active, 1, __ATOMIC_SEQ_CST);
}

static void tell(const ishmemi_observed_t *observed, bool begins)
{
    const ishmemx_tool_call_t of = {
        .routine = observed->routine, .pe = observed->pe, .bytes = observed->bytes};
    for (size_t i = 0; i < ISHMEMI_TOOLS; i++) {
        call(&slots[i], &begun[i], begins, &of);
    }
}

static void begin(const ishmemi_observed_t *observed)
{
    tell(observed, true);
}

static void end(const ishmemi_observed_t *observed)
{
    tell(observed, false);
}

static const ishmemi_observer_t observer = {.begin = begin, .end = end};

/* Under the mutex. */
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
