/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * word               written by                    read by           ordering
 * ishmemi_observers  add and remove, under mutex   threads in calls  relaxed
 * of_memory          the same                      threads in calls  relaxed
 * slots[i]           the same                      threads in calls  store release, load acquire
 * current            its thread                    its thread        thread-local
 */
#include "observe.h"

#include "job.h"
#include "waiting.h"
#include <pthread.h>
#include <stddef.h>
#include <string.h>

unsigned ishmemi_observers;
ishmemi_observe_operation_fn ishmemi_observe_operation;

/* How many observers read dest and source. */
static unsigned of_memory;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static const ishmemi_observer_t *slots[ISHMEMI_OBSERVERS];

/* A thread's call, and the observers that were notified of its beginning. */
typedef struct current {
    ishmemi_observed_t call;
    const ishmemi_observer_t *notified[ISHMEMI_OBSERVERS];
    bool is_open;
    const char *context_routine; /* if this routine's call comes next, it is on `context` */
    const void *context;
} current_t;
static _Thread_local current_t current __attribute__((tls_model("initial-exec")));

/* Replaces an observer, or an empty slot. */
static bool replace(const ishmemi_observer_t *old, const ishmemi_observer_t *new)
{
    for (size_t i = 0; i < ISHMEMI_OBSERVERS; i++) {
        if (slots[i] == old) {
            __atomic_store_n(&slots[i], new, __ATOMIC_RELEASE);
            return true;
        }
    }
    return false;
}

static void count(unsigned observers)
{
    __atomic_store_n(&ishmemi_observers, observers, __ATOMIC_RELAXED);
    __atomic_store_n(&ishmemi_waited_counts, observers != 0, __ATOMIC_RELAXED);
}

bool ishmemi_observe_add(const ishmemi_observer_t *observer)
{
    pthread_mutex_lock(&mutex);
    __atomic_add_fetch(&of_memory, observer->is_of_memory, __ATOMIC_RELAXED);
    const bool added = replace(NULL, observer);
    if (added) {
        count(ishmemi_observers + 1);
    } else {
        __atomic_sub_fetch(&of_memory, observer->is_of_memory, __ATOMIC_RELAXED);
    }
    pthread_mutex_unlock(&mutex);
    return added;
}

void ishmemi_observe_remove(const ishmemi_observer_t *observer)
{
    pthread_mutex_lock(&mutex);
    if (replace(observer, NULL)) {
        count(ishmemi_observers - 1);
        __atomic_sub_fetch(&of_memory, observer->is_of_memory, __ATOMIC_RELAXED);
    }
    pthread_mutex_unlock(&mutex);
}

static uint8_t path_to(int pe)
{
    if (pe < 0 || !ishmemi_job.delta) {
        return ISHMEMI_PATH_NONE;
    }
    return ishmemi_job.delta[pe] == ISHMEMI_UNREACHABLE ? ISHMEMI_PATH_FAR : ISHMEMI_PATH_NEAR;
}

bool ishmemi_observe_begin(const ishmemi_observed_t *call)
{
    if (current.is_open) {
        return false;
    }
    current.is_open = true;
    memcpy(&current.call, call,
           __atomic_load_n(&of_memory, __ATOMIC_RELAXED) != 0 ? sizeof *call
                                                              : offsetof(ishmemi_observed_t, dest));
    if (current.context_routine && strcmp(current.context_routine, call->routine) == 0) {
        current.call.context = current.context;
    }
    current.context_routine = NULL;
    if (call->path == ISHMEMI_PATH_NONE) {
        current.call.path = path_to(call->pe);
    }
    current.call.waited = ishmemi_waited_ticks;
    current.call.began = ishmemi_ticks();
    for (size_t i = 0; i < ISHMEMI_OBSERVERS; i++) {
        current.notified[i] = __atomic_load_n(&slots[i], __ATOMIC_ACQUIRE);
        if (current.notified[i] && current.notified[i]->begin) {
            current.notified[i]->begin(&current.call);
        }
    }
    return true;
}

void ishmemi_observe_finish(void)
{
    current.call.ended = ishmemi_ticks();
    current.call.waited = ishmemi_waited_ticks - current.call.waited;
    for (size_t i = 0; i < ISHMEMI_OBSERVERS; i++) {
        if (current.notified[i]) {
            current.notified[i]->end(&current.call);
        }
    }
    current.is_open = false;
}

void ishmemi_observe_note_context(const char *routine, const void *context)
{
    current.context_routine = routine;
    current.context = context;
}

void ishmemi_observe_note_seen(const void *object)
{
    for (size_t i = 0; i < ISHMEMI_OBSERVERS; i++) {
        if (current.is_open && current.notified[i] && current.notified[i]->seen) {
            current.notified[i]->seen(&current.call, object);
        }
    }
}

void ishmemi_observe_note_word(const void *object, uint64_t value)
{
    current.call.object = object;
    current.call.value = value;
    ishmemi_observe_note_seen(object);
}

void ishmemi_observe_note_number(uint64_t number)
{
    if (current.call.value == 0) {
        current.call.value = number;
    }
}
